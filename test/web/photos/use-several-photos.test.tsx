import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { freeUser, proUser } from '#test/web/generations/users.ts';
import { useMe } from '#web/lib/account.ts';
import { paths } from '#web/paths.ts';
import { takeHandedPhotos } from '#web/photos/handed-photos.ts';
import { useSeveralPhotos } from '#web/photos/use-several-photos.ts';

const photo = (name: string) => new File([name], name, { type: 'image/jpeg' });
const note = new File(['prices'], 'prices.txt', { type: 'text/plain' });

let taken: string[];
beforeEach(() => {
  taken = [];
  takeHandedPhotos();
});

function Drop({ files }: { files: readonly File[] }) {
  const me = useMe();
  const receive = useSeveralPhotos(({ name }) => taken.push(name));
  const [first] = files;
  return (
    <button type="button" disabled={me === undefined} onClick={() => first && receive(first, files)}>
      Drop
    </button>
  );
}

const drop = () => page.getByRole('button', { name: 'Drop' }).click();

test('lead to a whole menu on a plan that has it', async () => {
  fakeApi({ getMe: () => proUser });
  const files = [note, photo('soup.jpg'), photo('cake.jpg')];
  const { address } = await renderInApp(<Drop files={files} />);
  await drop();
  await expect.poll(address).toBe(paths.wholeMenu());
  await expect.element(page.getByText('2 photos make a menu')).toBeVisible();
  expect(takeHandedPhotos()).toEqual(files);
  expect(takeHandedPhotos()).toEqual([]);
  expect(taken).toEqual([]);
});

test('count also where the browser knows no type', async () => {
  fakeApi({ getMe: () => freeUser });
  const files = [new File(['1'], 'IMG_1.HEIC'), photo('soup.jpg'), new File(['x'], '._soup.jpg')];
  await renderInApp(<Drop files={files} />);
  await drop();
  await expect.element(page.getByText(/Pro makes a whole menu of all 2/)).toBeVisible();
  expect(taken).toEqual(['IMG_1.HEIC']);
});

test('are otherwise answered by the first one and a sentence', async () => {
  fakeApi({ getMe: () => freeUser });
  const { address } = await renderInApp(<Drop files={[note, photo('soup.jpg'), photo('cake.jpg')]} />);
  await drop();
  await expect.element(page.getByText('We took the first photo')).toBeVisible();
  await expect.element(page.getByText(/Pro makes a whole menu of all 2/)).toBeVisible();
  expect(taken).toEqual(['soup.jpg']);
  expect(address()).toBe('/');
});

test('one photo, and a file that is none, are passed on', async () => {
  fakeApi({ getMe: () => proUser });
  await renderInApp(<Drop files={[note]} />);
  await drop();
  expect(taken).toEqual(['prices.txt']);
});
