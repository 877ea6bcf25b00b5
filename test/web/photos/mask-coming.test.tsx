import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Photo } from '#shared/api/photos.ts';
import { type FakeApi, fakeApi, offline, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { saveMask } from '#test/support/save-mask.ts';
import { noteChecked } from '#web/photos/checked-photos.ts';
import { type MaskedPhoto, useIsMaskComing } from '#web/photos/use-mask-coming.ts';
import { foundPhoto, halfMaskReply, makingCutOut } from './found-photo.ts';

const former = 'f'.repeat(64);
const coming = page.getByText('Coming');
const there = page.getByText('There');

function Shown({ photo }: { photo: MaskedPhoto | null }) {
  return <p>{useIsMaskComing(photo) ? 'Coming' : 'There'}</p>;
}

let ids = 0;
let api: FakeApi;
/** The photo as the API has it. */
let photo: Photo;
let straightened: MaskedPhoto;

beforeEach(() => {
  ids += 1;
  photo = foundPhoto(String(ids).padStart(64, 'b'), { cutOut: makingCutOut });
  straightened = {
    source: { type: 'upload', uploadId: `01HZY3V9C8WQ2M5R7T4B6N1K${String(ids).padStart(2, '0')}` },
    formerMask: { photoId: former, cut: undefined },
  };
  api = fakeApi({
    createPhoto: () => photo,
    getPhoto: () => photo,
    getMask: () => ({ ...halfMaskReply, corrected: true }),
    putMask: () => ({ ...photo, corrected: true }),
  });
});

test('pictures wait for a mask that is being saved, of whatever photo', async () => {
  const { client } = await renderInApp(<Shown photo={null} />);
  await expect.element(there).toBeVisible();
  const end = saveMask(client);
  await expect.element(coming).toBeVisible();
  end();
  await expect.element(there).toBeVisible();
});

describe('a photo that was straightened', () => {
  test('gets the mask of the former one wherever the person has gone', async () => {
    await renderInApp(<Shown photo={straightened} />);
    await expect.element(coming).toBeVisible();
    await expect.poll(() => api.requests('getPhoto').length).toBeGreaterThan(0);
    expect(api.requests('putMask')).toEqual([]);
    photo = foundPhoto(photo.id);
    await expect.element(there).toBeVisible();
    expect(api.requests('putMask')).toMatchObject([
      { params: { photoId: photo.id }, body: { png: halfMaskReply.png } },
    ]);
  });

  test('gets it after a reload, too, unless it has a correction or was accepted before', async () => {
    photo = foundPhoto(photo.id);
    const stored = {
      ...straightened,
      formerMask: { photoId: former, cut: undefined, isStored: true },
    } as const;
    const { unmount } = await renderInApp(<Shown photo={stored} />);
    await expect.element(coming).toBeVisible();
    await expect.element(there).toBeVisible();
    await unmount();
    photo = { ...photo, corrected: true };
    const again = await renderInApp(<Shown photo={stored} />);
    await expect.element(there).toBeVisible();
    await again.unmount();
    // “Start over” removed the correction.
    photo = { ...photo, corrected: false };
    noteChecked(photo.id);
    await renderInApp(<Shown photo={stored} />);
    await expect.element(there).toBeVisible();
    expect(api.requests('putMask')).toHaveLength(1);
  });

  test.each([
    ['it is looked for', { createPhoto: offline }],
    ['it is cut out', { getPhoto: offline }],
  ])('gets it after a connection that was lost while %s', async (_, lost) => {
    api.answer(lost);
    await renderInApp(<Shown photo={straightened} />);
    const [route] = Object.keys(lost) as ('createPhoto' | 'getPhoto')[];
    // Past the repetitions of one request.
    await expect.poll(() => api.requests(route ?? 'getPhoto').length).toBeGreaterThan(3);
    await expect.element(coming).toBeVisible();
    photo = foundPhoto(photo.id);
    api.answer({ createPhoto: () => photo, getPhoto: () => photo });
    await expect.element(there).toBeVisible();
    expect(api.requests('putMask')).toHaveLength(1);
  });

  test('that is gone is not waited for', async () => {
    api.answer({ getPhoto: () => problem('not_found') });
    await renderInApp(<Shown photo={straightened} />);
    await expect.element(coming).toBeVisible();
    await expect.element(there).toBeVisible();
  });

  test('that cannot be cut out is not waited for', async () => {
    photo = foundPhoto(photo.id, { cutOut: { ...makingCutOut, state: 'failed' } });
    await renderInApp(<Shown photo={straightened} />);
    await expect.element(there).toBeVisible();
    expect(api.requests('putMask')).toEqual([]);
  });

  test('whose mask is refused keeps its cut-out', async () => {
    photo = foundPhoto(photo.id);
    api.answer({ putMask: () => problem('mask_unfit', 'The mask is damaged') });
    await renderInApp(<Shown photo={straightened} />);
    await expect.element(coming).toBeVisible();
    await expect.element(there).toBeVisible();
  });

  test('that had no corrected mask is not waited for', async () => {
    await renderInApp(<Shown photo={{ ...straightened, formerMask: undefined }} />);
    await expect.element(there).toBeVisible();
    expect(api.requests('createPhoto')).toEqual([]);
  });
});
