import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { bundle, bundleFunctions, entryFile, projectRoot } from '#lib/bundle.ts';
import { routes } from '#shared/api/routes.ts';
import { environment, type FunctionName } from '#shared/environment.ts';
import { inTurns, medianOf } from './in-turns.ts';
import { atMost, type Row, withoutTarget } from './table.ts';

const rounds = 41;
/** Minified, in thousands of bytes. */
export const maxKilobytes = 450;
/** Multiple of an empty handler's time. */
const maxStart = 2.5;

/** Bytes of the code that a function loads when it starts, without the image library, which is a separate file. */
export function kilobytesAtStart(folder: string): number {
  const entry = join(folder, entryFile);
  const script = `require(${JSON.stringify(entry)}); process.stdout.write(JSON.stringify(Object.keys(require.cache)))`;
  const loaded: string[] = JSON.parse(
    execFileSync(process.execPath, ['--eval', script], { encoding: 'utf8', env: startEnvironment }),
  );
  return kilobytes(loaded.filter((file) => dirname(file) === folder));
}

/** Bytes of all code of a function. */
function kilobytesInAll(folder: string): number {
  const names = readdirSync(folder).filter((name) => extname(name) === extname(entryFile));
  return kilobytes(names.map((name) => join(folder, name)));
}

function kilobytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000;
}

/** Functions that users wait for: those that serve routes. */
export const apiFunctions: ReadonlySet<string> = new Set(Object.values(routes).map(({ owner }) => owner));

/** Size of each function's bundle, and the time a new process takes to load it relative to an empty handler. */
export async function measureBundles(wanted: (name: string) => boolean): Promise<Row[]> {
  const names = (Object.keys(environment) as FunctionName[]).filter(wanted);
  if (names.length === 0) return [];
  const { folders, remove } = await bundleFunctions();
  mkdirSync(join(projectRoot, '.build'), { recursive: true });
  const [empty, client] = ['empty-', 'client-'].map((prefix) =>
    mkdtempSync(join(projectRoot, '.build', prefix)),
  ) as [string, string];
  writeFileSync(join(empty, entryFile), 'exports.handler = async () => ({ statusCode: 204 });\n');
  await bundle(join(import.meta.dirname, 'only-the-client.ts'), client);
  try {
    const startRow = async (name: string, folder: string) => {
      const turns = await inTurns(rounds, { ours: () => startMs(folder), empty: () => startMs(empty) });
      const [ours, theirs] = [
        medianOf(turns, (round) => round.ours),
        medianOf(turns, (round) => round.empty),
      ];
      return {
        group: 'bundles',
        name,
        value: medianOf(turns, (round) => round.ours / round.empty),
        unit: '×',
        note: `${ours.toFixed(0)} ms over ${theirs.toFixed(0)}`,
      } as const;
    };
    const rows: Row[] = [withoutTarget(await startRow("start of AWS's client of DynamoDB alone", client))];
    for (const name of names) {
      const start = await startRow(`${name} start`, folders[name]);
      const size = {
        group: 'bundles',
        name: `${name} bytes`,
        value: kilobytesAtStart(folders[name]),
        unit: 'KB',
        digits: 0,
        note: `${kilobytesInAll(folders[name]).toFixed(0)} with what is loaded when it is needed`,
      } as const;
      if (apiFunctions.has(name)) rows.push(atMost(maxKilobytes, size), atMost(maxStart, start));
      else rows.push(withoutTarget(size), withoutTarget(start));
    }
    return rows;
  } finally {
    remove();
    for (const folder of [empty, client]) rmSync(folder, { recursive: true, force: true });
  }
}

const startEnvironment = { ...process.env, AWS_REGION: 'eu-west-2' };

/** Time from the start of a new process until the handler is loaded, without a cache of compiled code. */
async function startMs(folder: string): Promise<number> {
  const script = `require(${JSON.stringify(join(folder, entryFile))}); process.stdout.write('ready', () => process.exit())`;
  const began = performance.now();
  const child = spawn(process.execPath, ['--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: startEnvironment,
  });
  return new Promise((resolve, reject) => {
    let ready = Number.NaN;
    child.stdout.once('data', () => {
      ready = performance.now() - began;
    });
    child.once('exit', () => {
      if (Number.isNaN(ready)) reject(new Error(`${folder} could not be loaded`));
      else resolve(ready);
    });
  });
}
