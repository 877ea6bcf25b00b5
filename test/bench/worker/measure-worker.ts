import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Handler } from 'local-cloud/aws/handler.ts';
import sharp from 'sharp';
import { bundle, bundleFunctions, entryFile } from '#lib/bundle.ts';
import { startWorld, type World } from '#test/bench/api/world.ts';
import { type GenerationRequest, menuGeneration, studioGeneration } from '#test/cloud/generations.ts';
import { dishPhoto, type Photo } from '#test/support/photos.ts';
import { bulkyDish } from '../bulky-dish.ts';
import { medianOf } from '../in-turns.ts';
import { atMost, type Row, withoutTarget } from '../table.ts';
import { withTable } from '../with-table.ts';
import type { WorkerReport, WorkerTask } from './worker-process.ts';

/** Number of compared generations: thirteen turns of five, of which the first one only warms up. */
const generationCount = 65;

/**
 * Compares the worker's bundle with plain sharp that makes the same files, with a model that answers at once; and
 * measures the memory that a new process needs for the largest accepted photo.
 */
export async function measureWorker(wanted: (name: string) => boolean): Promise<Row[]> {
  const names = [
    'pro photo',
    'free photo',
    'locked photo',
    'photo with words',
    'menu photo',
    'peak memory',
  ] as const;
  if (!names.some(wanted)) return [];
  const directory = mkdtempSync(join(tmpdir(), 'platepost-worker-'));
  const { folders, remove } = await bundleFunctions();
  // Inside the worker's folder, where the image library is.
  const pictures = join(folders.worker, 'pictures');
  await bundle(join(import.meta.dirname, 'draw-pictures.ts'), pictures);
  try {
    const drawn = join(directory, 'drawn.png');
    const { bytes } = dishPhoto('burger');
    writeFileSync(drawn, await sharp(bytes).resize(1024, 1024).png({ compressionLevel: 6 }).toBuffer());
    return await withTable(async () => {
      const world = await startWorld({ bedrock: await quickModels(drawn) });
      try {
        return await measureAll(wanted, (photo, requestOf, rest = {}) =>
          runWorker(world, {
            photo,
            requestOf,
            rest,
            directory,
            drawn,
            bundle: join(folders.worker, entryFile),
            pictures: join(pictures, entryFile),
          }),
        );
      } finally {
        await world.close();
      }
    });
  } finally {
    remove();
    rmSync(directory, { recursive: true, force: true });
  }
}

type Source = GenerationRequest['source'];

/** Runs generations of a photo in new processes. */
type Run = (
  photo: Photo,
  requestOf: (source: Source) => GenerationRequest,
  rest?: Partial<WorkerTask>,
) => Promise<WorkerReport>;

async function measureAll(wanted: (name: string) => boolean, run: Run): Promise<Row[]> {
  const rows: Row[] = [];
  const phone = await bulkyDish(4000, 3000, 4);
  if (wanted('pro photo')) rows.push(...ratios('pro photo', await run(phone, relight)));
  if (wanted('free photo'))
    rows.push(...ratios('free photo', await run(phone, relight, { isWatermarked: true })));
  if (wanted('locked photo')) rows.push(...ratios('locked photo', await run(phone, locked), withoutTarget));
  if (wanted('photo with words'))
    rows.push(...ratios('photo with words', await run(phone, worded), withoutTarget));
  if (wanted('menu photo')) {
    const { lastMs } = await run(phone, menu, { comparesWithPlain: false });
    rows.push(
      withoutTarget({
        group: 'worker',
        name: 'menu photo',
        value: lastMs,
        unit: 'ms',
        digits: 0,
        note: 'cut out, developed and put back: more than decode, resize and encode',
      }),
    );
  }
  if (wanted('peak memory')) {
    const huge = await bulkyDish(8000, 6000, 10);
    const { peakMegabytes } = await run(huge, relight, { comparesWithPlain: false });
    rows.push(
      atMost(512, {
        group: 'worker',
        name: 'peak memory',
        value: peakMegabytes,
        unit: 'MB',
        digits: 0,
        note: `a photo of 48 megapixels and ${(huge.bytes.length / 1e6).toFixed(1)} MB`,
      }),
    );
  }
  return rows;
}

/** A look with one model call per variation. */
const relight = (source: Source) => studioGeneration({ source });

/** The same with the food lock: the dish is developed, put back and compared. */
const locked = (source: Source) => studioGeneration({ source, foodLock: true });

/** The same with promotional text: the picture without it is kept as well. */
const worded = (source: Source) =>
  studioGeneration({ source, studio: { promoText: 'Two for one on Fridays' } });

const menu = (source: Source) => menuGeneration({ source, menu: { plateStyle: 'current' } });

function ratios(
  name: string,
  { rounds }: WorkerReport,
  // Half of it compares the two dishes with the photo; plain sharp compares nothing.
  judge = (row: Parameters<typeof withoutTarget>[0]) => atMost(3, row),
): Row[] {
  type Value = (round: WorkerReport['rounds'][number]) => number;
  const row = (what: string, ours: Value, theirs: Value = ({ plain }) => plain.cpu) => ({
    group: 'worker' as const,
    name: `${name}${what}`,
    value: medianOf(rounds, (round) => ours(round) / theirs(round)),
    unit: '×',
    note: `${medianOf(rounds, ours).toFixed(0)} ms over ${medianOf(rounds, theirs).toFixed(0)}; 12 megapixels, two variations`,
  });
  const waiting = row(
    ', with waiting',
    ({ worker }) => worker.ms,
    ({ plain }) => plain.ms,
  );
  return [
    judge(row(', processor', ({ worker, model }) => worker.cpu - model.cpu)),
    withoutTarget(row(', with the model', ({ worker }) => worker.cpu)),
    withoutTarget(waiting),
    // Only the worker draws watermarks, and only for Free.
    ...(name === 'pro photo'
      ? [
          atMost(
            1.2,
            row(', pictures alone', ({ pictures }) => pictures.cpu),
          ),
        ]
      : []),
  ];
}

async function runWorker(
  world: World,
  options: {
    readonly photo: Photo;
    readonly requestOf: (source: Source) => GenerationRequest;
    readonly rest: Partial<WorkerTask>;
    readonly directory: string;
    readonly drawn: string;
    readonly bundle: string;
    readonly pictures: string;
  },
): Promise<WorkerReport> {
  const { photo, requestOf, rest, directory, drawn, bundle, pictures } = options;
  const isFree = rest.isWatermarked === true;
  const count = rest.comparesWithPlain === false ? 1 : generationCount;
  const made: { userId: string; generationId: string }[] = [];
  for (let n = 0; n < count; n += 1) {
    const userId = await world.signUp(isFree ? undefined : 'pro');
    const uploadId = await world.upload(userId, 'createUpload', photo);
    const body = requestOf({ type: 'upload', uploadId });
    await world.call('createGeneration', { user: userId, body });
    made.push({ userId, generationId: body.id });
  }
  const file = join(directory, 'photo.jpg');
  writeFileSync(file, photo.bytes);
  const task: WorkerTask = {
    bundle,
    pictures,
    generations: made,
    photo: file,
    drawn,
    isWatermarked: false,
    comparesWithPlain: true,
    ...rest,
  };
  const child = fork(join(import.meta.dirname, 'worker-process.ts'), [JSON.stringify(task)], {
    env: {
      ...process.env,
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      MODEL_REGIONS: 'us-east-1:20,us-east-2:20,us-west-2:20',
      STANDARD_QUEUE_URL: `${process.env.AWS_ENDPOINT_URL}/000000000000/standard`,
      PRIORITY_QUEUE_URL: `${process.env.AWS_ENDPOINT_URL}/000000000000/priority`,
      SITE_BUCKET: 'site',
    },
  });
  return new Promise((resolve, reject) => {
    child.once('message', (report) => resolve(report as WorkerReport));
    child.once('exit', (code) => reject(new Error(`The worker's process ended with ${code}`)));
  });
}

/** Answers all model calls at once, with the picture or, for a cut-out, a disc of it. */
async function quickModels(drawn: string): Promise<Handler> {
  const disc = Buffer.from(
    '<svg width="1024" height="1024"><circle cx="512" cy="512" r="330" fill="#a33"/></svg>',
  );
  const reply = (picture: Buffer) =>
    JSON.stringify({ seeds: [1], finish_reasons: [null], images: [picture.toString('base64')] });
  const [picture, cutOut] = [
    reply(await sharp(drawn).png().toBuffer()),
    reply(await sharp(disc).png().toBuffer()),
  ];
  return async (req, res) => {
    const isCutOut = decodeURIComponent(req.url ?? '').includes('remove-background');
    res.writeHead(200, { 'content-type': 'application/json' }).end(isCutOut ? cutOut : picture);
  };
}
