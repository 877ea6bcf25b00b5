import { useState } from 'react';
import { flushSync } from 'react-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { type PreparedPhoto, preparePhoto, uploadPhoto } from '#web/lib/photo.ts';
import { usePhotoUpload } from '#web/lib/use-photo-upload.ts';

vi.mock('#web/lib/photo.ts', async (original) => ({
  ...(await original<typeof import('#web/lib/photo.ts')>()),
  preparePhoto: vi.fn(),
  uploadPhoto: vi.fn(),
}));

const prepared = (fileName: string): PreparedPhoto => ({
  file: new Blob([fileName]),
  contentType: 'image/jpeg',
  fileName,
  width: 800,
  height: 600,
  preview: `data:image/jpeg,${fileName}`,
});

const uploaded = vi.fn<(uploadId: string) => void>();

/** A screen with two photos to choose from and a sample dish. */
function Screen() {
  const upload = usePhotoUpload((uploadId) => uploaded(uploadId));
  return (
    <>
      <button type="button" onClick={() => upload.start(new File([], 'huge.jpg'))}>
        Huge photo
      </button>
      <button type="button" onClick={() => upload.start(new File([], 'small.jpg'))}>
        Small photo
      </button>
      <button type="button" onClick={upload.cancel}>
        Sample
      </button>
      <button type="button" onClick={upload.cancel}>
        Cancel
      </button>
      <button type="button" onClick={upload.retry}>
        Try again
      </button>
      <p>{upload.isUnfinished ? 'unfinished' : 'idle'}</p>
      <p role="alert">{upload.problem}</p>
    </>
  );
}

const notUploaded = 'Your photo was not uploaded. Please choose it again.';

let leave: () => void;

function Visit() {
  const [isHere, setHere] = useState(true);
  leave = () => flushSync(() => setHere(false));
  return isHere ? (
    <>
      <Screen />
      <button type="button" onClick={() => setHere(false)}>
        Leave
      </button>
    </>
  ) : (
    <p>Another screen</p>
  );
}

const press = (name: string) => page.getByRole('button', { name }).click();
const state = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeInTheDocument();

/** How the preparation of the huge photo ends. */
let finishHuge: () => void;

beforeEach(() => {
  notify.clear();
  uploaded.mockReset();
  vi.mocked(preparePhoto).mockImplementation(async (file) => {
    if (file.name === 'huge.jpg')
      await new Promise<void>((resolve) => {
        finishHuge = resolve;
      });
    return prepared(file.name);
  });
  vi.mocked(uploadPhoto)
    .mockReset()
    .mockImplementation(async ({ fileName }) => `upload of ${fileName}`);
});

describe('a photo that is abandoned while it is prepared', () => {
  test('never replaces a sample that was chosen after it', async () => {
    await renderInApp(<Screen />, { signedIn: false });
    await press('Huge photo');
    await state('unfinished');
    await press('Sample');
    await state('idle');
    finishHuge();
    // Everything that follows the preparation has happened.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(uploadPhoto).not.toHaveBeenCalled();
    await state('idle');
  });

  test('nor another photo', async () => {
    await renderInApp(<Screen />, { signedIn: false });
    await press('Huge photo');
    await press('Small photo');
    await expect.poll(() => uploaded.mock.calls).toEqual([['upload of small.jpg']]);
    finishHuge();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(uploaded.mock.calls).toEqual([['upload of small.jpg']]);
    await state('idle');
  });

  test('by Cancel is gone', async () => {
    await renderInApp(<Screen />, { signedIn: false });
    await press('Huge photo');
    await press('Cancel');
    await state('idle');
    finishHuge();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(uploadPhoto).not.toHaveBeenCalled();
  });
});

test('a failed upload is repeated with the same photo, which no reload loses without a question', async () => {
  const isGuarded = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  vi.mocked(uploadPhoto).mockRejectedValueOnce(new ApiError('offline'));
  await renderInApp(<Screen />, { signedIn: false });
  expect(isGuarded()).toBe(false);
  await press('Small photo');
  await expect.element(page.getByText('Failed to upload image to storage.', { exact: false })).toBeVisible();
  await state('unfinished');
  expect(isGuarded()).toBe(true);
  await press('Try again');
  await expect.poll(() => uploaded.mock.calls).toEqual([['upload of small.jpg']]);
  await state('idle');
  expect(isGuarded()).toBe(false);
});

test('leaving the screen cancels an upload and says so', async () => {
  let signal: AbortSignal | undefined;
  vi.mocked(uploadPhoto).mockImplementation((_photo, _report, uploadSignal) => {
    signal = uploadSignal;
    return new Promise(() => undefined);
  });
  await renderInApp(<Visit />, { signedIn: false });
  await press('Small photo');
  await expect.poll(() => signal?.aborted).toBe(false);
  await press('Leave');
  await expect
    .element(page.getByText('The upload of your photo was cancelled because you left the page.'))
    .toBeVisible();
  expect(signal?.aborted).toBe(true);
});

test('leaving the screen after a failed upload says that the photo is not there', async () => {
  vi.mocked(uploadPhoto).mockRejectedValueOnce(new ApiError('offline'));
  await renderInApp(<Visit />, { signedIn: false });
  await press('Small photo');
  await expect.element(page.getByText('Failed to upload image to storage.', { exact: false })).toBeVisible();
  await press('Leave');
  await expect.element(page.getByText(notUploaded)).toBeVisible();
});

test('a refusal that ends the session, and with it the screen, says that the photo is not there', async () => {
  vi.mocked(preparePhoto).mockImplementationOnce(async ({ name }) => {
    await new Promise((resolve) => setTimeout(resolve));
    return prepared(name);
  });
  vi.mocked(uploadPhoto).mockImplementationOnce(async () => {
    // Leaves after the refusal has arrived, before the screen shows it.
    void (async () => {
      for (let turn = 0; turn < 10; turn += 1) await null;
      leave();
    })();
    throw new ApiError('unauthenticated');
  });
  await renderInApp(<Visit />, { signedIn: false });
  await press('Small photo');
  await expect.element(page.getByText(notUploaded)).toBeVisible();
});
