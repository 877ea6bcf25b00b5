import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A required program is missing on this machine; the message tells the user what to install. */
export class MissingPrerequisite extends Error {}

export interface Prerequisite {
  /** Path of the program; undefined when it is missing or too old. */
  find: () => Promise<string | undefined>;
  /** Debian packages that contain it, in order of preference. */
  aptPackages: readonly string[];
  /** What the user should do where it cannot be installed. */
  advice: string;
}

async function works(program: string): Promise<string | undefined> {
  try {
    // Java writes its version to standard error: `openjdk version "17.0.15" 2025-04-15`.
    const { stdout, stderr } = await run(program, ['-version'], { timeout: 20_000 });
    const major = /version "(\d+)/.exec(stdout + stderr)?.[1];
    return Number(major) >= 17 ? program : undefined;
  } catch {
    return undefined;
  }
}

const java: Prerequisite = {
  async find() {
    const home = process.env.JAVA_HOME;
    return (home ? await works(join(home, 'bin', 'java')) : undefined) ?? (await works('java'));
  },
  aptPackages: ['openjdk-17-jre-headless'],
  advice:
    'Please install Java 17 or later (for DynamoDB Local), so that "java -version" works, and start again.',
};

/** Path of Java 17 or later; installs it on Debian as root. Throws MissingPrerequisite. */
export function findJava(): Promise<string> {
  return findOrInstall(java);
}

const installations = new Map<string, Promise<void>>();

/** Path of a program; installs it on Debian as root. Throws MissingPrerequisite. */
export async function findOrInstall({ find, aptPackages, advice }: Prerequisite): Promise<string> {
  const found = await find();
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new MissingPrerequisite(advice);
  for (const aptPackage of aptPackages) {
    const installation = installations.get(aptPackage) ?? install(aptPackage);
    installations.set(aptPackage, installation);
    await installation;
    const installed = await find();
    if (installed !== undefined) return installed;
  }
  throw new MissingPrerequisite(advice);
}

async function install(aptPackage: string): Promise<void> {
  process.stderr.write(`Installing ${aptPackage} …\n`);
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', aptPackage]])
    await new Promise<void>((resolve) => {
      const child = spawn('/usr/bin/apt-get', ['-qq', ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
      child.on('exit', () => resolve());
    });
}
