import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type FakeApi, fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { proUser } from '#test/web/generations/users.ts';
import { forgetOpenMenu, noteOpenMenu, useOpenMenus } from '#web/lib/open-menus.ts';
import { paths } from '#web/paths.ts';
import { WatchMenus } from '#web/whole-menu/watch-menus.tsx';
import { doneDish, menuOf, waitingDish } from './menus.ts';

const done = menuOf([doneDish], { state: 'done' });

let api: FakeApi;
beforeEach(() => {
  api = fakeApi({ getMe: () => proUser, getMenu: () => done });
  noteOpenMenu(done.id);
});
afterEach(() => forgetOpenMenu(done.id));

/** A page of the app that is drawn again when its button is pressed. */
function Elsewhere() {
  const [presses, setPresses] = useState(0);
  return (
    <>
      <WatchMenus ids={useOpenMenus()} />
      <button type="button" onClick={() => setPresses(presses + 1)}>{`Pressed ${presses}`}</button>
    </>
  );
}

test('says once, elsewhere in the app, that a menu is ready, and leads to it', async () => {
  const { address } = await renderInApp(<Elsewhere />, { at: paths.credits });
  await expect.element(page.getByText('Winter menu is ready')).toBeVisible();
  await page.getByRole('button', { name: 'Pressed 0' }).click();
  expect(page.getByText('Winter menu is ready').elements()).toHaveLength(1);
  expect(JSON.parse(sessionStorage.getItem('platepost.open-menus') ?? '')).toEqual([]);
  await page.getByRole('button', { name: 'Open it' }).click();
  expect(address()).toBe(paths.wholeMenu(done.id));
});

test('does not call a menu ready of which no dish was made', async () => {
  api.answer({ getMenu: () => menuOf([{ ...waitingDish, state: 'failed' }], { state: 'done' }) });
  await renderInApp(<Elsewhere />, { at: paths.credits });
  await expect.element(page.getByText('Winter menu could not be made')).toBeVisible();
  await expect.element(page.getByText('Nothing was charged.')).toBeVisible();
});

test('says that a menu waits for its customer', async () => {
  api.answer({ getMenu: () => menuOf([doneDish, waitingDish], { state: 'paused', pausedFor: 'approval' }) });
  await renderInApp(<Elsewhere />, { at: paths.credits });
  await expect.element(page.getByText('Winter menu waits for you')).toBeVisible();
});

test('says nothing while it is being made', async () => {
  api.answer({ getMenu: () => menuOf([waitingDish]) });
  await renderInApp(<Elsewhere />, { at: paths.credits });
  await expect.poll(() => api.requests('getMenu').length).toBe(1);
  await page.getByRole('button', { name: 'Pressed 0' }).click();
  await expect.element(page.getByText(/Winter menu/)).not.toBeInTheDocument();
  expect(sessionStorage.getItem('platepost.open-menus')).toContain(done.id);
});

test.each(['', '&dish=1'])('leaves a menu to its own page, also with a dish open (%s)', async (open) => {
  await renderInApp(<Elsewhere />, { at: `${paths.wholeMenu(done.id)}${open}` });
  await page.getByRole('button', { name: 'Pressed 0' }).click();
  await expect.element(page.getByRole('button', { name: 'Pressed 1' })).toBeVisible();
  expect(api.requests('getMenu')).toEqual([]);
  await expect.element(page.getByText(/Winter menu/)).not.toBeInTheDocument();
});
