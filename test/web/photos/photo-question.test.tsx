import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { GenerationSource } from '#shared/api/generations.ts';
import type { Photo } from '#shared/api/photos.ts';
import { type FakeApi, fakeApi, pending, problem } from '#test/support/fake-api.ts';
import { plainReading } from '#test/support/plain-reading.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { KeptDish } from '#web/photos/kept-dish.tsx';
import { usePhotoQuestion } from '#web/photos/use-photo-question.tsx';
import { words } from '#web/photos/words.ts';
import { foundPhoto, halfMaskReply, makingCutOut } from './found-photo.ts';

const upload = { type: 'upload', uploadId: '01HZY3V9C8WQ2M5R7T4B6N1K0D' } as const;
const made = page.getByText('Made');
const press = page.getByRole('button', { name: 'Generate', exact: true });
const question = page.getByRole('alertdialog', { name: 'No dish in this photo?' });

/** A button that spends a credit, and says what became of it. */
function Generate({
  source = upload,
  src = '/samples/burger.jpg',
}: {
  source?: GenerationSource;
  src?: string;
}) {
  const [said, setSaid] = useState('');
  const asking = usePhotoQuestion({
    source,
    src,
    onGo: () => setSaid('Made'),
    onChooseAnother: () => setSaid('Another'),
  });
  return (
    <>
      <button type="button" disabled={asking.isWaiting} onClick={asking.press}>
        Generate
      </button>
      <p>{said}</p>
      {asking.dialog}
    </>
  );
}

let ids = 0;
let api: FakeApi;
/** The photo as the API has it. */
let photo: Photo;
const read = (content: Partial<typeof plainReading>): Photo['reading'] => ({
  state: 'made',
  content: { ...plainReading, ...content },
  message: null,
});
const withReading = (reading: Photo['reading']) => foundPhoto(String(ids).padStart(64, 'a'), { reading });

beforeEach(() => {
  ids += 1;
  photo = withReading(read({}));
  api = fakeApi({ createPhoto: () => photo, getPhoto: () => photo });
});

test('a photo of a dish causes no question', async () => {
  await renderInApp(<Generate />);
  await press.click();
  await expect.element(made).toBeVisible();
});

test('a refused cut-out does not take the reading away, which shows a person: it is asked first', async () => {
  photo = { ...withReading(read({ isFood: false, people: true })), cutOut: null };
  api.answer({ createCutOut: () => problem('daily_budget_reached', 'We find no more dishes today.') });
  await renderInApp(
    <>
      <Generate />
      <KeptDish source={upload} src="/samples/burger.jpg" isNew />
    </>,
  );
  await expect.element(page.getByText('We find no more dishes today.')).toBeVisible();
  await press.click();
  await expect.element(page.getByRole('alertdialog', { name: words.ask.person.title })).toBeVisible();
  expect(made.query()).toBeNull();
});

test('of a photo without food it says what is seen and what it costs, before anything is spent', async () => {
  photo = withReading(read({ isFood: false }));
  await renderInApp(<Generate />);
  await press.click();
  await expect
    .element(question.getByText('We can’t see a dish here, and the pictures cost 1 credit.'))
    .toBeVisible();
  const another = question.getByRole('button', { name: 'Choose another photo' });
  await expect.element(another).toHaveFocus();
  expect(made.query()).toBeNull();
  await another.click();
  await expect.element(page.getByText('Another', { exact: true })).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
});

test('a user who continues is not asked again about that photo', async () => {
  photo = withReading(read({ isFood: false }));
  const { unmount } = await renderInApp(<Generate />);
  await press.click();
  await question.getByRole('button', { name: 'Generate anyway' }).click();
  await expect.element(made).toBeVisible();
  await unmount();
  await renderInApp(<Generate />);
  await press.click();
  await expect.element(made).toBeVisible();
});

test('Escape spends nothing and chooses nothing', async () => {
  photo = withReading(read({ isFood: false }));
  await renderInApp(<Generate />);
  await press.click();
  await expect.element(question).toBeVisible();
  // The dialog listens once it has the focus.
  await expect.poll(() => question.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  expect([made.query(), page.getByText('Another', { exact: true }).query()]).toEqual([null, null]);
});

test('a collage, and a picture in which nothing is to be seen, are asked about, too', async () => {
  photo = withReading(read({ collage: true }));
  const { unmount } = await renderInApp(<Generate />);
  await press.click();
  const collage = page.getByRole('alertdialog', { name: 'Several photos in one?' });
  await expect
    .element(collage.getByText('Several photos are put together here, and the pictures cost 1 credit.'))
    .toBeVisible();
  await unmount();
  photo = withReading(read({}));
  const white = document.createElement('canvas');
  const context = white.getContext('2d');
  if (context) context.fillStyle = '#fff';
  context?.fillRect(0, 0, white.width, white.height);
  await renderInApp(<Generate src={white.toDataURL()} />);
  await press.click();
  await expect.element(question.getByText(/^There is hardly anything to see in this photo/)).toBeVisible();
});

describe('a doubtful cut-out', () => {
  const check = page.getByRole('alertdialog', { name: 'Check what we keep?' });
  const kept = page.getByRole('dialog', { name: 'What we keep' });

  beforeEach(() => {
    photo = foundPhoto(photo.id, {}, ['edge']);
    api.answer({ getMask: () => halfMaskReply });
  });

  test('that nobody has seen is asked about once; going on makes the pictures', async () => {
    const { unmount } = await renderInApp(<Generate />);
    await press.click();
    const text = 'We may keep too much or too little of your photo, and the pictures cost 1 credit.';
    await expect.element(check.getByText(text)).toBeVisible();
    expect(made.query()).toBeNull();
    await check.getByRole('button', { name: 'Generate anyway' }).click();
    await expect.element(made).toBeVisible();
    expect(sessionStorage.getItem('platepost.shown-photos')).toContain(photo.id);
    await unmount();
    await renderInApp(<Generate />);
    await press.click();
    await expect.element(made).toBeVisible();
  });

  test('is shown on request, and the next press makes the pictures', async () => {
    await renderInApp(<Generate />);
    await press.click();
    const look = check.getByRole('button', { name: 'What we keep' });
    await expect.element(look).toHaveFocus();
    await look.click();
    await expect.element(kept.getByText('Your dish reaches the edge of the photo.')).toBeVisible();
    await kept.getByRole('button', { name: 'Use this' }).click();
    await expect.element(kept).not.toBeInTheDocument();
    expect(made.query()).toBeNull();
    await press.click();
    await expect.element(made).toBeVisible();
  });

  test('that was seen is not asked about', async () => {
    const { unmount } = await renderInApp(<KeptDish source={upload} src="/samples/burger.jpg" isNew />);
    await expect.element(kept).toBeVisible();
    await kept.getByRole('button', { name: 'Close' }).click();
    await expect.element(kept).not.toBeInTheDocument();
    await unmount();
    await renderInApp(<Generate />);
    await press.click();
    await expect.element(made).toBeVisible();
  });

  test('that is still being made is not waited for', async () => {
    photo = { ...photo, cutOut: makingCutOut };
    await renderInApp(<Generate />);
    await press.click();
    await expect.element(made).toBeVisible();
  });

  test('that is made after the dish step was left is asked about, too', async () => {
    const doubtful = photo;
    photo = { ...photo, cutOut: makingCutOut };
    await renderInApp(<Generate />);
    await expect.poll(() => api.requests('getPhoto').length).toBeGreaterThan(0);
    photo = doubtful;
    const asked = api.requests('getPhoto').length;
    await expect.poll(() => api.requests('getPhoto').length).toBeGreaterThan(asked);
    await press.click();
    await expect.element(check).toBeVisible();
  });
});

test('a press waits for the reading that is being made', async () => {
  photo = withReading({ state: 'making', content: null, message: null });
  await renderInApp(<Generate />);
  await press.click();
  await expect.element(press).toBeDisabled();
  photo = withReading(read({ isFood: false }));
  await expect.element(question).toBeVisible();
});

test('but not for long, and not for one that failed: it is advice', async () => {
  api.answer({ createPhoto: pending });
  const { unmount } = await renderInApp(<Generate />);
  await press.click();
  await expect.element(made).toBeVisible();
  await unmount();
  api.answer({ createPhoto: () => problem('daily_budget_reached') });
  await renderInApp(<Generate />);
  await press.click();
  await expect.element(made).toBeVisible();
});

test('of a sample nothing is asked, and nothing requested', async () => {
  await renderInApp(<Generate source={{ type: 'sample', itemId: 'burger' }} />);
  await press.click();
  await expect.element(made).toBeVisible();
  expect(api.requests('createPhoto')).toEqual([]);
});
