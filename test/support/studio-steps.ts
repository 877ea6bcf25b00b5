import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

/** Steps through the studio, found by the texts on the screen. */

/** Chooses an ad format and goes on to the dish. */
export async function chooseFormat(page: Page, name = 'Square Feed'): Promise<void> {
  await formatCard(page, name).click();
  await page.getByRole('button', { name: 'Choose your dish' }).click();
}

export function formatCard(page: Page, name: string): Locator {
  const radio = page.getByRole('radio', { name: new RegExp(`^${name}`) });
  return page.getByRole('radiogroup', { name: 'Ad Format' }).locator('label').filter({ has: radio });
}

/** Chooses a sample dish and goes on to the look. */
export async function chooseSample(page: Page, name = 'Classic Burger'): Promise<void> {
  await page
    .getByRole('radiogroup', { name: 'Sample dishes' })
    .getByRole('radio', { name: new RegExp(`^${name}`) })
    .click();
  await page.getByRole('button', { name: 'Choose a look' }).click();
}

/** Passes a file to the upload, as the file dialog does. */
export async function uploadPhoto(
  page: Page,
  { bytes, contentType }: { bytes: Buffer; contentType: string },
  name = 'house-burger.jpg',
): Promise<void> {
  await page.locator('#photo-input').setInputFiles({ name, mimeType: contentType, buffer: bytes });
}

/** Chooses a creation path. */
export async function choosePath(page: Page, path: 'ugc' | 'social'): Promise<void> {
  const name = path === 'ugc' ? /^Create UGC Content/ : /^Social Post/;
  await page.getByRole('button', { name }).click();
}

/** The radio button of a filter, a scene, a sample dish or a style, or the switch of an enhancement. */
export function look(page: Page, name: string): Locator {
  const named = { name: new RegExp(`^${name}(,|$)`) };
  return page.getByRole('radio', named).or(page.getByRole('button', named));
}

/** The inner wizard's Next, below the choices. */
export function innerNext(page: Page): Locator {
  return page.getByRole('button', { name: 'Next', exact: true });
}

/** The button of one of the four steps. */
export function stepButton(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Progress' }).getByRole('tab', { name: new RegExp(name) });
}

/** From the ad format to the choice of a creation path, with a sample dish. */
export async function goToChoice(page: Page): Promise<void> {
  await page.goto('/studio');
  await chooseFormat(page);
  await chooseSample(page);
  await page.getByRole('heading', { name: 'What shall we make?' }).waitFor();
}

/** From the ad format to Ready to Generate, along a creation path. */
export async function goToGenerate(page: Page, path: 'ugc' | 'social' = 'social'): Promise<void> {
  await goToChoice(page);
  await choosePath(page, path);
  await innerNext(page).click();
  await innerNext(page).click();
  await page.getByRole('button', { name: 'Generate Now' }).click();
  await page.getByRole('heading', { name: 'Ready to Generate' }).waitFor();
}

/** Generates and waits for the results. */
export async function generate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate 2 Variations' }).click();
  await page.getByRole('heading', { name: 'Pick your favourite' }).waitFor({ timeout: 90_000 });
}

/** Runs `click` and returns the downloaded file. */
export async function downloaded(page: Page, click: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return readFile(await download.path());
}
