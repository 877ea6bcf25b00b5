/**
 * Fills the landing page and the menu-pack page with the project's own pictures, unless there are images already.
 * Started by seed.ts with the environment of the stores, beside the running site.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { ulid } from 'ulid';
import { readVariable } from '#lambdas/runtime/env.ts';
import { writeFile } from '#lambdas/runtime/file-storage.ts';
import { changePage, fileKey, putImage } from '#lambdas/site/site-image-store.ts';
import { menuPackPlatforms } from '#shared/api/site.ts';
import {
  carouselSamples,
  comparisonSamples,
  heroSamples,
  menuSamples,
  platformGuideSamples,
  type SiteSample,
} from '#shared/site-samples.ts';
import { receiveCloud } from './cloud-message.ts';

type Page = Parameters<typeof putImage>[0];
type Image = Parameters<typeof putImage>[1];
type File = Image['file'];

await receiveCloud();
const bucket = readVariable('MEDIA_BUCKET');
const pictures = join(import.meta.dirname, '..', '..', 'web', 'pages', 'pictures');

const widths = [360, 720];

interface Rendition {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** Each picture is drawn once, however many images show it. */
const drawn = new Map<string, Promise<Rendition[]>>();

async function draw(name: string): Promise<Rendition[]> {
  const renditions: Rendition[] = [];
  for (const width of widths) {
    const { data, info } = await sharp(join(pictures, `${name}-720.webp`))
      .resize({ width })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    renditions.push({ width, height: info.height, data });
  }
  return renditions;
}

/** Writes a picture under new names, because deleting an image deletes its files. */
async function publish(name: string): Promise<File> {
  const renditions = drawn.get(name) ?? draw(name);
  drawn.set(name, renditions);
  const made = await renditions;
  const folder = randomBytes(16).toString('hex');
  const widest = made.at(-1);
  const file: File = {
    type: 'image',
    folder,
    width: widest?.width ?? 1,
    height: widest?.height ?? 1,
    widths,
  };
  for (const { width, data } of made) {
    const cacheControl = 'public, max-age=31536000, immutable';
    await writeFile(bucket, { key: fileKey(file, width), body: data, type: 'image/webp', cacheControl });
  }
  return file;
}

type Place = Pick<Image, 'section' | 'platform' | 'displayOrder'>;

async function imageOf(shown: SiteSample, place: Place, pair: boolean): Promise<Image> {
  return {
    id: ulid(),
    ...place,
    file: await publish(pair ? `${shown.name}-after` : shown.name),
    before: pair ? await publish(`${shown.name}-before`) : null,
    title: shown.title,
    description: '',
    isActive: true,
    createdAt: new Date().toISOString(),
  };
}

async function inOrder(
  section: Image['section'],
  from: readonly SiteSample[],
  { pairs = false, platforms }: { pairs?: boolean; platforms?: readonly Image['platform'][] } = {},
): Promise<Image[]> {
  const images: Image[] = [];
  for (const [index, shown] of from.entries()) {
    const place = { section, platform: platforms?.[index] ?? null, displayOrder: index + 1 };
    images.push(await imageOf(shown, place, pairs));
  }
  return images;
}

async function fill(page: Page, images: readonly Image[]): Promise<void> {
  await changePage(page, (present) =>
    present.length > 0
      ? undefined
      : { steps: images.map((image) => putImage(page, image)), result: undefined },
  );
}

await fill('landing', [
  ...(await inOrder('hero', heroSamples)),
  ...(await inOrder('carousel', carouselSamples)),
  ...(await inOrder('menu', menuSamples, { pairs: true })),
]);
await fill('menuPack', [
  ...(await inOrder('comparison', comparisonSamples, { pairs: true })),
  ...(await inOrder('platform_guide', platformGuideSamples, { pairs: true, platforms: menuPackPlatforms })),
]);
