import { type ComponentProps, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Generation } from '#shared/api/generations.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { doneGeneration } from '#test/web/generations/stored-generation.ts';
import { ImageCard } from '#web/gallery/image-card.tsx';

const failed = page.getByText("Couldn't load this picture. Open it to try again.");

const withThumbnail = (thumbnailUrl: string): Generation => ({
  ...doneGeneration,
  variations: doneGeneration.variations.map((variation) => ({ ...variation, thumbnailUrl })),
});

const unused = () => undefined;

const Card = (props: Pick<ComponentProps<typeof ImageCard>, 'image' | 'onView'>) => (
  <ImageCard
    isForPost={false}
    onDownload={unused}
    onEdit={unused}
    onDelete={unused}
    onFavourite={unused}
    isChosen={undefined}
    onChoose={unused}
    {...props}
  />
);

const Removable = () => {
  const [isThere, setIsThere] = useState(true);
  return (
    <>
      {isThere && <Card image={withThumbnail('/samples/burger.jpg')} onView={unused} />}
      <button type="button" onClick={() => setIsThere(false)}>
        Remove
      </button>
    </>
  );
};

test('a picture that could not be loaded is loaded again when it is opened', async () => {
  const failures: EventTarget[] = [];
  const note = ({ target }: Event) => target instanceof HTMLImageElement && failures.push(target);
  document.addEventListener('error', note, true);
  onTestFinished(() => document.removeEventListener('error', note, true));
  const view = vi.fn();
  await renderInApp(<Card image={withThumbnail('/none.jpg')} onView={view} />);
  await expect.element(failed).toBeVisible();
  expect(failures).toHaveLength(1);
  await page.getByRole('button', { name: 'View Classic Burger' }).click();
  expect(view).toHaveBeenCalledOnce();
  await expect.poll(() => failures.length).toBe(2);
  await expect.element(failed).toBeVisible();
});

test.each([
  ['goes on loading no longer', false],
  ['stays as it is if it was loaded', true],
])('a picture that leaves the page %s', async (_, isLoaded) => {
  await renderInApp(<Removable />);
  const picture = document.querySelector('[data-image] img') as HTMLImageElement;
  Object.defineProperty(picture, 'complete', { value: isLoaded });
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => picture.isConnected).toBe(false);
  expect(picture.hasAttribute('src')).toBe(isLoaded);
});

test('another picture in place of one that could not be loaded is shown', async () => {
  const Changing = () => {
    const [image, setImage] = useState(withThumbnail('/none.jpg'));
    return (
      <>
        <Card image={image} onView={unused} />
        <button type="button" onClick={() => setImage(withThumbnail('/samples/burger.jpg'))}>
          Another
        </button>
      </>
    );
  };
  await renderInApp(<Changing />);
  await expect.element(failed).toBeVisible();
  await page.getByRole('button', { name: 'Another' }).click();
  await expect.element(failed).not.toBeInTheDocument();
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/samples/burger.jpg');
});
