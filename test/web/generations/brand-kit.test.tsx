import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BrandKit as Kit } from '#shared/api/brand-kit.ts';
import { maxLogoBytes } from '#shared/domain/limits.ts';
import { type FakeApi, fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { forceColors } from '#test/support/force-colors.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { returnFocus } from '#web/app/return-focus.ts';
import { BrandKit } from '#web/generations/brand-kit.tsx';
import { freeUser } from './users.ts';

const logo = { url: '/samples/burger.jpg', width: 400, height: 200 };
/** A red square in the middle of nothing. */
const clearAvif =
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAAXBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAADRpbG9jAAAAAERAAAIAAQAAAAABlAABAAAAAAAAADUAAgAAAAAByQABAAAAAAAAACcAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABhdjAxAAAAABVpbmZlAgAAAAACAABhdjAxAAAAAA5waXRtAAAAAAABAAAAr2lwcnAAAACKaXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQAcAAAAAA5waXhpAAAAAAEIAAAAOGF1eEMAAAAAdXJuOm1wZWc6bXBlZ0I6Y2ljcDpzeXN0ZW1zOmF1eGlsaWFyeTphbHBoYQAAAAAdaXBtYQAAAAAAAAACAAEDgQIDAAIEhAIFhgAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAAAZG1kYXQSAAoJOBV//aQENBpAMiYcQmLk4AAWAADbKi3Mj2jUK8a9uDGHM3mwP0d1cl76hQ/XJXCHZBIACgYYFX/9hUAyGxsAAAFA2ALC8qtsnUXn+Aw57jaNZFb2p8hUpA==';
const save = page.getByRole('button', { name: 'Save brand kit' });

let api: FakeApi;
let kit: Kit;
beforeEach(() => {
  kit = { look: null, logo: null };
  api = fakeApi({
    getMe: () => ({ ...freeUser, brandKit: kit }),
    saveBrandKit: ({ body }) => {
      kit = { ...kit, look: body };
      return kit;
    },
    setLogo: () => {
      kit = { ...kit, logo };
      return kit;
    },
    deleteLogo: () => {
      kit = { ...kit, logo: null };
      return kit;
    },
  });
});

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

async function choose(content: BlobPart, type = 'image/png'): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no input for a logo');
  const files = new DataTransfer();
  files.items.add(new File([content], 'logo', { type }));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('keeps a font and two colours, and says how they can be read', async () => {
  await renderInApp(<BrandKit />);
  await expect
    .element(page.getByText('Light words: only light pictures get a shade under them.'))
    .toBeVisible();
  await page.getByRole('radio', { name: 'Lobster, Diner' }).click();
  await page.getByRole('group', { name: 'Words' }).getByRole('button', { name: 'Colour #d9381e' }).click();
  await expect.element(page.getByText(/^This is neither light nor dark/)).toBeVisible();
  await page
    .getByRole('group', { name: 'Price badge' })
    .getByRole('button', { name: 'Colour #f2a93b' })
    .click();
  await expect.element(page.getByText(/^Prices on it are black/)).toBeVisible();
  await save.click();
  await expect.element(page.getByText('Your brand kit is saved')).toBeVisible();
  await expect.element(save).toBeDisabled();
  expect(api.requests('saveBrandKit')).toMatchObject([
    { body: { font: 'lobster', colors: { words: '#d9381e', accent: '#f2a93b' } } },
  ]);
});

test('shows the colours to choose from also where the system forces its own', async () => {
  await renderInApp(<BrandKit />);
  const choices = page.getByRole('group', { name: 'Words' }).getByRole('button', { name: /^Colour / });
  await expect.element(choices.first()).toBeVisible();
  await forceColors();
  const shown = choices.elements().map((choice) => getComputedStyle(choice).backgroundColor);
  expect(new Set(shown).size).toBe(shown.length);
});

test('saves what was changed here, and leaves what another tab has saved meanwhile', async () => {
  await renderInApp(<BrandKit />);
  await page.getByRole('radio', { name: 'Lobster, Diner' }).click();
  const meanwhile = { font: 'oswald', colors: { words: '#000000', accent: '#d9381e' } } as const;
  kit = { look: meanwhile, logo };
  await save.click();
  await expect.element(page.getByText('Your brand kit is saved')).toBeVisible();
  expect(api.requests('saveBrandKit')).toMatchObject([
    { body: { font: 'lobster', colors: { words: '#000000', accent: '#d9381e' } } },
  ]);
  await expect.element(save).toBeDisabled();
});

test('keeps what is chosen while it is saved', async () => {
  const reply = Promise.withResolvers<void>();
  api.answer({
    saveBrandKit: async ({ body }) => {
      await reply.promise;
      kit = { ...kit, look: body };
      return kit;
    },
  });
  await renderInApp(<BrandKit />);
  await page.getByRole('radio', { name: 'Lobster, Diner' }).click();
  await save.click();
  await page.getByRole('radio', { name: 'Oswald, Poster' }).click();
  reply.resolve();
  await expect.element(page.getByText('Your brand kit is saved')).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'Oswald, Poster' })).toBeChecked();
  await expect.element(save).toBeEnabled();
});

test('is saved, and its logo removed, also when the first reply was lost', async () => {
  const replies = [offline];
  kit = { look: null, logo };
  api.answer({
    saveBrandKit: ({ body }) => {
      kit = { ...kit, look: body };
      return replies.shift()?.() ?? kit;
    },
    deleteLogo: () => {
      kit = { ...kit, logo: null };
      return replies.shift()?.() ?? kit;
    },
  });
  await renderInApp(<BrandKit />);
  await page.getByRole('radio', { name: 'Lobster, Diner' }).click();
  await save.click();
  await expect.element(page.getByText('Your brand kit is saved')).toBeVisible();
  replies.push(offline);
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await expect.element(page.getByText(/^Your logo is removed/)).toBeVisible();
  expect(api.requests('saveBrandKit')).toHaveLength(2);
  expect(api.requests('deleteLogo')).toHaveLength(2);
});

test('says why it was not saved, and keeps what was chosen', async () => {
  api.answer({ saveBrandKit: () => problem('busy') });
  await renderInApp(<BrandKit />);
  await page.getByRole('radio', { name: 'Oswald, Poster' }).click();
  await save.click();
  await expect.element(page.getByText('Your brand kit was not saved')).toBeVisible();
  await expect.element(save).toBeEnabled();
  await expect.element(page.getByRole('radio', { name: 'Oswald, Poster' })).toBeChecked();
});

test('keeps what was chosen and not saved over a visit to another screen', async () => {
  const first = await renderInApp(<BrandKit />);
  await page.getByRole('radio', { name: 'Oswald, Poster' }).click();
  await first.unmount();
  await renderInApp(<BrandKit />);
  await expect.element(page.getByRole('radio', { name: 'Oswald, Poster' })).toBeChecked();
  await save.click();
  await expect.element(page.getByText('Your brand kit is saved')).toBeVisible();
  await expect.poll(() => Object.keys(sessionStorage).filter((key) => key.includes('brand-kit'))).toEqual([]);
});

test('says on another screen that it was not saved', async () => {
  const reply = Promise.withResolvers<void>();
  api.answer({
    saveBrandKit: async () => {
      await reply.promise;
      return problem('busy');
    },
  });
  function Visit() {
    const [isHere, setHere] = useState(true);
    return (
      <>
        {isHere && <BrandKit />}
        <button type="button" onClick={() => setHere(false)}>
          Leave
        </button>
      </>
    );
  }
  await renderInApp(<Visit />);
  await page.getByRole('radio', { name: 'Oswald, Poster' }).click();
  await save.click();
  await page.getByRole('button', { name: 'Leave' }).click();
  reply.resolve();
  await expect.element(page.getByText('Your brand kit was not saved')).toBeVisible();
});

test('keeps a logo, shows it on light and dark, and removes it', async () => {
  await renderInApp(<BrandKit />);
  await expect.element(page.getByText('You have no logo yet.')).toBeVisible();
  await choose('the file');
  await expect.element(page.getByRole('img', { name: 'Your logo on white' })).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Your logo on black' })).toBeVisible();
  expect(api.requests('setLogo')).toMatchObject([{ body: { file: btoa('the file') } }]);
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await expect.element(page.getByText('You have no logo yet.')).toBeVisible();
});

test('sends an AVIF as a PNG with its transparency, however its file is called', async () => {
  await renderInApp(<BrandKit />);
  await expect.element(page.getByText('You have no logo yet.')).toBeVisible();
  const avif = bytesOf(clearAvif);
  await choose(avif);
  await expect.element(page.getByRole('img', { name: 'Your logo on white' })).toBeVisible();
  const [sent] = api.requests('setLogo');
  const png = bytesOf(sent?.body.file ?? '');
  expect([...png.slice(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  const bitmap = await createImageBitmap(new Blob([png]));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  expect([bitmap.width, bitmap.height]).toEqual([64, 64]);
  expect(context?.getImageData(2, 2, 1, 1).data[3]).toBe(0);
  await choose(avif.slice(0, 200));
  await expect.element(page.getByText('This file could not be read. Please choose it again.')).toBeVisible();
  expect(api.requests('setLogo')).toHaveLength(1);
});

test('keeps the focus where it was saved, and where its logo was removed', async () => {
  onTestFinished(returnFocus());
  kit = { look: null, logo };
  await renderInApp(<BrandKit />);
  await page.getByRole('radio', { name: 'Lobster, Diner' }).click();
  await save.click();
  await expect.element(save).toBeDisabled();
  await expect.element(save).toHaveFocus();
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await expect.element(page.getByText('You have no logo yet.')).toBeVisible();
  await expect.poll(() => document.activeElement?.textContent).toBe('Add logo');
});

test('shows the logo that is kept, although the reply to the change was lost', async () => {
  api.answer({
    setLogo: () => {
      kit = { ...kit, logo };
      return offline();
    },
    deleteLogo: () => {
      kit = { ...kit, logo: null };
      return offline();
    },
  });
  await renderInApp(<BrandKit />);
  await expect.element(page.getByText('You have no logo yet.')).toBeVisible();
  await choose('the file');
  await expect.element(page.getByRole('img', { name: 'Your logo on white' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await expect.element(page.getByText('You have no logo yet.')).toBeVisible();
});

test('says what is wrong with a file, and does not send one that is too large', async () => {
  api.answer({ setLogo: () => problem('upload_unreadable', 'This SVG contains a script') });
  await renderInApp(<BrandKit />);
  await expect.element(page.getByText('You have no logo yet.')).toBeVisible();
  await choose('<svg/>', 'image/svg+xml');
  await expect.element(page.getByText('This SVG contains a script')).toBeVisible();
  await choose(new Uint8Array(maxLogoBytes + 1));
  await expect
    .element(page.getByText('Your logo is too large (3.0 MB). Please choose one under 3 MB.'))
    .toBeVisible();
  expect(api.requests('setLogo')).toHaveLength(1);
});

test('can be used by keys, and waits while it is saved', async () => {
  api.answer({ saveBrandKit: pending });
  await renderInApp(<BrandKit />);
  await page.getByRole('radio', { name: 'Caveat, Handwritten' }).click();
  (save.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(save).toBeDisabled();
});
