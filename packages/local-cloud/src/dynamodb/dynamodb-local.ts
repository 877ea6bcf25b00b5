import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineCommand } from './engine-command.ts';

export interface DynamoDbLocal {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Ends the process; with `SIGKILL` as a crash would. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const startLimitMs = 30_000;

const buildDirectory = join(import.meta.dirname, '..', '..', '.build');

/** Starts Amazon's DynamoDB Local on loopback, with its data in `directory`, or in memory without one. */
export async function startDynamoDbLocal(options: { directory: string | undefined }): Promise<DynamoDbLocal> {
  const { directory } = options;
  const temporary = temporaryFolder(directory);
  const { command, url } = await engineCommand({ directory, temporary, megabytes: 768 });
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      // Standard input closes when this process ends, even by SIGKILL; then Java must end, too.
      '"$@" </dev/null & pid=$!; (cat >/dev/null; kill -9 $pid 2>/dev/null) <&3 & wait $pid',
      'dynamodb-local',
      ...command,
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], detached: true },
  );
  let problems = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    problems = (problems + chunk.toString()).slice(-4000);
  });
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  await untilItAnswers(url, child, () => problems);
  return {
    url,
    async stop(signal = 'SIGTERM') {
      signalGroup(child, signal);
      await Promise.race([exited, sleep(3000)]);
      signalGroup(child, 'SIGKILL');
      await exited;
      rmSync(temporary, { recursive: true, force: true });
    },
  };
}

/** Lies beside the data; the next start deletes what a killed engine left in it. */
function temporaryFolder(directory: string | undefined): string {
  if (directory === undefined) {
    mkdirSync(buildDirectory, { recursive: true });
    return mkdtempSync(join(buildDirectory, 'dynamodb-'));
  }
  const folder = join(directory, 'temporary');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function untilItAnswers(url: string, child: ChildProcess, problems: () => string): Promise<void> {
  const limit = Date.now() + startLimitMs;
  for (;;) {
    try {
      await fetch(url);
      return;
    } catch {
      if (child.exitCode !== null) throw new Error(`DynamoDB Local ended while starting: ${problems()}`);
      if (Date.now() > limit) throw new Error(`DynamoDB Local did not start within 30 s: ${problems()}`);
      await sleep(25);
    }
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The process group has ended already.
  }
}
