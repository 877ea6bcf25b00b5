import { spawn } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#lib/bundle.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** A copy of the files that the commands need, so that their outputs do not mix with those of a real stage. */
export function copyProject(): string {
  const folder = temporaryFolder('project');
  for (const path of ['bin', 'lib', 'shared', 'lambdas', 'settings', 'package.json'])
    cpSync(join(projectRoot, path), join(folder, path), {
      recursive: true,
      filter: (source) => !source.includes(join('lambdas', 'native')),
    });
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

export interface Ended {
  readonly status: number | null;
  /** Its output, from both streams. */
  readonly said: string;
}

/** Runs `npm run <command> -- <args>` of the copy with the tools of this folder in place of the CDK and others. */
export function runCopy(
  folder: string,
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Ended> {
  const NODE_OPTIONS = `--import=${join(import.meta.dirname, 'replace-tools.mjs')}`;
  return runCommand(folder, command, args, { NODE_OPTIONS, HOME: folder, ...environment });
}

/** Runs a command of `bin/` of a folder as a process without a terminal. */
export async function runCommand(
  folder: string,
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Ended> {
  const child = spawn(process.execPath, [join('bin', 'run.mjs'), command, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_MAX_ATTEMPTS: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, said };
}
