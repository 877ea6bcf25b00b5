import sharp from 'sharp';
import type { Draw } from '#local/bedrock/server.ts';
import { dishPhoto } from '#test/support/photos.ts';
import { chooseFormat, choosePath, innerNext, uploadPhoto } from '#test/support/studio-steps.ts';
import { bulkyDish } from '../bulky-dish.ts';
import { median } from '../in-turns.ts';
import { atMost, type Row, told } from '../table.ts';
import { openSite } from './open-site.ts';

const rounds = 7;
/** Milliseconds. */
const maxTotal = 2000;

/**
 * From choosing a file to two variations on the screen, through the real site, with a model that answers at once and
 * a person who clicks as soon as there is something to click.
 */
export async function measurePost(wanted: (name: string) => boolean): Promise<Row[]> {
  if (!wanted('plate to post')) return [];
  const photo = await bulkyDish(4000, 3000, 4);
  const drawn = await sharp(dishPhoto('burger').bytes).resize(1024, 1024).png().toBuffer();
  const atOnce: Draw = async () => drawn;
  const site = await openSite(atOnce);
  try {
    const session = await site.signIn('pro');
    const spans: { photo: number; clicks: number; making: number; total: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const page = await site.open(session);
      await page.goto('/studio');
      await chooseFormat(page);
      await page.getByRole('heading', { name: 'What is on the plate?' }).waitFor();
      const began = performance.now();
      await uploadPhoto(page, photo);
      const next = page.getByRole('button', { name: 'Choose a look' });
      await next.and(page.locator(':enabled')).waitFor();
      const sent = performance.now();
      await next.click();
      await choosePath(page, 'social');
      await innerNext(page).click();
      await innerNext(page).click();
      await page.getByRole('button', { name: 'Generate Now' }).click();
      await page.getByRole('button', { name: 'Generate 2 Variations' }).click();
      const asked = performance.now();
      await page.getByRole('heading', { name: 'Pick your favourite' }).waitFor();
      await page.waitForFunction(() => {
        const made = [...document.images].filter((image) => image.src.includes('/media/'));
        return made.length > 2 && made.every((image) => image.complete && image.naturalWidth > 0);
      });
      const shown = performance.now();
      await page.context().close();
      if (round > 0)
        spans.push({
          photo: sent - began,
          clicks: asked - sent,
          making: shown - asked,
          total: shown - began,
        });
    }
    const of = (name: keyof (typeof spans)[number]) => median(spans.map((span) => span[name]));
    const base = { group: 'post', unit: 'ms', digits: 0 } as const;
    return [
      atMost(maxTotal, {
        ...base,
        name: 'plate to post',
        value: of('total'),
        note: 'a photo of 12 megapixels and 4 MB; two variations of 1080 × 1080',
      }),
      told({ ...base, name: 'photo read and sent', value: of('photo') }),
      told({ ...base, name: 'six clicks of the driver', value: of('clicks') }),
      told({ ...base, name: 'from Generate to both pictures', value: of('making') }),
    ];
  } finally {
    await site.close();
  }
}
