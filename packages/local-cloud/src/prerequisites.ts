import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A program that this project needs and the machine lacks; the message is one sentence for a person. */
export class MissingPrerequisite extends Error {}

interface Prerequisite {
  /** Resolves to the program's path, or undefined when it is not there or too old. */
  find: () => Promise<string | undefined>;
  /** Debian packages that bring it; the first one that there is. */
  aptPackages: readonly string[];
  /** What a person should do where we cannot install. */
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

/** The headless shell first: without windows and their pages a journey takes half the time. */
const chromiumPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of the Chromium that is there, without installing one; undefined when there is none. */
export function installedChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  return [...(named ? [named] : []), ...chromiumPaths].find((path) => existsSync(path));
}

const chromium: Prerequisite = {
  find: async () => installedChromium(),
  // The headless shell is a package of its own only in newer releases.
  aptPackages: ['chromium-headless-shell', 'chromium'],
  advice:
    'Please install Chromium (for the browser tests), or name its program in CHROMIUM_PATH, and start again.',
};

/** Path of Java 17 or later; installs it on Debian as root. Throws MissingPrerequisite. */
export function findJava(): Promise<string> {
  return findOrInstall(java);
}

/** Path of Chromium; installs it on Debian as root. Throws MissingPrerequisite. */
export function findChromium(): Promise<string> {
  return findOrInstall(chromium);
}

const installations = new Map<string, Promise<void>>();

async function findOrInstall({ find, aptPackages, advice }: Prerequisite): Promise<string> {
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
