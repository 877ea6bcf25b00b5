import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { bundleFunctions, bundleOptions, projectRoot } from '#lib/bundle.ts';
import { routes } from '#shared/api/routes.ts';
import { environment, type FunctionName } from '#shared/environment.ts';
import { inTurns } from './in-turns.ts';
import { atMost, knownMiss, type Row, told } from './table.ts';

const rounds = 9;
/** Minified, in thousands of bytes. */
const maxKilobytes = 450;
/** Times an empty handler's. */
const maxStart = 2.5;
/** What no function that serves routes may take to start; the heaviest loads the image library as well. */
const startCeiling = 5.5;

/** Functions that vendors' libraries alone bring over the limit: which ones, and what they must not exceed. */
const heavier: Readonly<Partial<Record<FunctionName, { ceiling: number; because: string }>>> = {
  account: { ceiling: 660, because: 'S3 links and Cognito: 180 KB' },
  admin: { ceiling: 680, because: 'S3 links and Cognito: 180 KB' },
  generations: { ceiling: 685, because: 'S3: 135 KB' },
  siteAdmin: { ceiling: 585, because: 'S3: 135 KB' },
  billing: { ceiling: 685, because: 'Stripe: 258 KB' },
  stripeWebhook: { ceiling: 675, because: 'Stripe: 258 KB' },
};

/** What a function's bundle may take, in thousands of bytes. */
export function bundleCeiling(name: FunctionName): number {
  return heavier[name]?.ceiling ?? maxKilobytes;
}

/** Bytes of a function's code, without the image library, which is a file of its own. */
export function bundleKilobytes(folder: string): number {
  return statSync(join(folder, 'index.mjs')).size / 1000;
}

/** Functions that a person waits for: those that serve routes. */
export const apiFunctions: ReadonlySet<string> = new Set(Object.values(routes).map(({ owner }) => owner));

/** Size of each function's bundle, and how long a fresh process takes to have it loaded over an empty one. */
export async function measureBundles(wanted: (name: string) => boolean): Promise<Row[]> {
  const names = (Object.keys(environment) as FunctionName[]).filter(wanted);
  if (names.length === 0) return [];
  const { folders, remove } = bundleFunctions();
  mkdirSync(join(projectRoot, '.build'), { recursive: true });
  const [empty, client] = ['empty-', 'client-'].map((prefix) =>
    mkdtempSync(join(projectRoot, '.build', prefix)),
  ) as [string, string];
  writeFileSync(join(empty, 'index.mjs'), 'export const handler = async () => ({ statusCode: 204 });\n');
  buildSync({
    ...bundleOptions,
    stdin: { contents: onlyTheClient, resolveDir: projectRoot },
    outfile: join(client, 'index.mjs'),
  });
  try {
    const least = await inTurns(rounds, { ours: () => startMs(client), empty: () => startMs(empty) });
    const rows: Row[] = [
      told({
        group: 'bundles',
        name: "start of AWS's client of DynamoDB alone",
        value: least.ours / least.empty,
        unit: '×',
        note: `${least.ours.toFixed(0)} ms over ${least.empty.toFixed(0)}`,
      }),
    ];
    for (const name of names) {
      const time = await inTurns(rounds, {
        ours: () => startMs(folders[name]),
        empty: () => startMs(empty),
      });
      const kilobytes = bundleKilobytes(folders[name]);
      const start = {
        group: 'bundles',
        name: `${name} start`,
        value: time.ours / time.empty,
        unit: '×',
        note: `${time.ours.toFixed(0)} ms over ${time.empty.toFixed(0)}`,
      } as const;
      const size = {
        group: 'bundles',
        name: `${name} bytes`,
        value: kilobytes,
        unit: 'KB',
        digits: 0,
      } as const;
      const known = heavier[name];
      if (apiFunctions.has(name))
        rows.push(
          known ? knownMiss(maxKilobytes, known.ceiling, known.because, size) : atMost(maxKilobytes, size),
          knownMiss(maxStart, startCeiling, 'the client of DynamoDB alone takes most of it', start),
        );
      else rows.push(told(size), told(start));
    }
    return rows;
  } finally {
    remove();
    for (const folder of [empty, client]) rmSync(folder, { recursive: true, force: true });
  }
}

/** The least that a function which keeps data in the table can be. */
const onlyTheClient = `import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
export const handler = async () => new DynamoDBClient({});
`;

/** From the start of a fresh process until the handler is there, without any cache of compiled code. */
async function startMs(folder: string): Promise<number> {
  const url = pathToFileURL(join(folder, 'index.mjs')).href;
  const script = `await import(${JSON.stringify(url)}); process.stdout.write('ready', () => process.exit())`;
  const began = performance.now();
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, AWS_REGION: 'eu-west-2' },
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
