import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Draw } from 'bedrock-stand-in';
import sharp from 'sharp';
import { dishPhoto } from '#test/support/photos.ts';
import { plainModels } from '#test/support/plain-models.ts';
import { chooseFormat } from '#test/support/studio-steps.ts';
import { bulkyDish } from '../bulky-dish.ts';
import { inTurns, medianOf, timed } from '../in-turns.ts';
import { makeFilesWithPlainSharp } from '../plain-sharp.ts';
import { atMost, type Row, withoutTarget } from '../table.ts';
import { openSite } from './open-site.ts';

const rounds = 7;
/** Greatest multiple of the time that plain sharp needs for the same files. */
const maxOverSharp = 12;
const maxLockedOverSharp = 16;
/** The buttons from the photo to the pictures, by a part of their texts. */
const presses = ['Choose a look', 'Social Post', 'Next', 'Next', 'Generate Now', 'Generate 2 Variations'];

/** Milliseconds. */
interface Span {
  readonly photo: number;
  readonly clicks: number;
  readonly making: number;
  readonly total: number;
}

/**
 * Time from choosing a file to two visible variations, in the real site, with a model that answers at once and
 * clicks without delay, over the time in which sharp makes the same files.
 */
export async function measurePost(wanted: (name: string) => boolean): Promise<Row[]> {
  if (!wanted('plate to post')) return [];
  const photo = await bulkyDish(4000, 3000, 4);
  const drawn = await sharp(dishPhoto('burger').bytes).resize(1024, 1024).png().toBuffer();
  const atOnce: Draw = async (request, seed) =>
    request.service === 'remove-background' ? plainModels.draw(request, seed) : drawn;
  const site = await openSite({ ...plainModels, draw: atOnce });
  try {
    const session = await site.signIn('pro');
    const file = join(site.directory, 'photo.jpg');
    writeFileSync(file, photo.bytes);
    const measured = await inTurns(rounds, {
      post: () => post(false),
      locked: () => post(true),
      plain: () => timed(() => makeFilesWithPlainSharp(photo.bytes, drawn, { isWatermarked: false })),
    });
    const of = (name: keyof Span) => medianOf(measured, ({ post }) => post[name]);
    const base = { group: 'post', unit: 'ms', digits: 0 } as const;
    return [
      atMost(maxOverSharp, {
        group: 'post',
        name: 'plate to post',
        value: medianOf(measured, ({ post, plain }) => post.total / plain),
        unit: '×',
        note: 'a photo of 12 megapixels and 4 MB to two variations of 1080 × 1080, over plain sharp that makes the same files',
      }),
      atMost(maxLockedOverSharp, {
        group: 'post',
        name: 'plate to post, food locked',
        value: medianOf(measured, ({ locked, plain }) => locked.total / plain),
        unit: '×',
        note: 'the same with the food lock: the dish is developed, put back and compared',
      }),
      withoutTarget({ ...base, name: 'all of it', value: of('total') }),
      withoutTarget({ ...base, name: 'plain sharp', value: medianOf(measured, ({ plain }) => plain) }),
      withoutTarget({ ...base, name: 'photo read and sent', value: of('photo') }),
      withoutTarget({ ...base, name: 'six clicks', value: of('clicks') }),
      withoutTarget({ ...base, name: 'from Generate to both pictures', value: of('making') }),
    ];

    async function post(isLocked: boolean): Promise<Span> {
      const page = await site.open(session);
      // The key under which the site remembers the lock (web/studio/food-lock-memory.ts).
      if (isLocked) await page.addInitScript(() => localStorage.setItem('platepost.food-lock', 'on'));
      await page.goto('/studio');
      await chooseFormat(page);
      await page.getByRole('heading', { name: 'What is on the plate?' }).waitFor();
      const span = page.evaluate(clickThrough, presses);
      await page.locator('#photo-input').setInputFiles(file);
      try {
        return await span;
      } finally {
        await page.context().close();
      }
    }
  } finally {
    await site.close();
  }
}

/**
 * Runs in the page, so that the driver's latency is not counted: presses each button when it is enabled and its
 * screen painted, and waits for both pictures. The time starts when a file is chosen.
 */
async function clickThrough(names: readonly string[]): Promise<Span> {
  const began = await new Promise<number>((resolve) => {
    document.addEventListener('change', () => resolve(performance.now()), { once: true, capture: true });
  });
  const painted = () =>
    new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  };
  const button = (name: string) =>
    [...document.querySelectorAll('button')].findLast(
      (each) => each.innerText.includes(name) && !each.disabled && each.checkVisibility(),
    );
  let sent = began;
  for (const [index, name] of names.entries()) {
    const found = await until(() => button(name));
    if (index === 0) sent = performance.now();
    found.click();
    await painted();
  }
  const asked = performance.now();
  await until(() => {
    const made = [...document.images].filter(({ src }) => src.includes('/media/'));
    const isShown = made.length > 2 && made.every((image) => image.complete && image.naturalWidth > 0);
    return isShown || undefined;
  });
  const shown = performance.now();
  return { photo: sent - began, clicks: asked - sent, making: shown - asked, total: shown - began };
}
