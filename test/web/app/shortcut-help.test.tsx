import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeApi, pending } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { freeUser, proUser } from '#test/web/generations/users.ts';
import { Shell } from '#web/app/shell.tsx';
import { setShortcuts } from '#web/app/shortcut-setting.ts';
import { paths } from '#web/paths.ts';

beforeEach(() => {
  setShortcuts(true);
  fakeApi({ getMe: () => proUser, checkSubscription: pending });
});

const sheet = () => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

describe('shortcuts', () => {
  test('open the views', async () => {
    const { address } = await renderInApp(<Shell />, { at: paths.studio() });
    await userEvent.keyboard('gg');
    await expect.poll(address).toBe(paths.studio('gallery'));
    await userEvent.keyboard('gm');
    await expect.poll(address).toBe(paths.studio('menu-enhancer'));
    await userEvent.keyboard('gc');
    await expect.poll(address).toBe(paths.credits);
    await userEvent.keyboard('n');
    await expect.poll(address).toBe(paths.studio('creative'));
  });

  test('say what a locked view needs', async () => {
    fakeApi({ getMe: () => freeUser, checkSubscription: pending });
    const { address } = await renderInApp(<Shell />, { at: paths.studio() });
    await expect.element(page.getByText('2 credits available')).toBeInTheDocument();
    await userEvent.keyboard('gm');
    await expect.poll(address).toBe(paths.credits);
    await expect.element(page.getByText('Upgrade to Pro to unlock bulk menu transformations')).toBeVisible();
  });

  test('leave commands of the browser, fields and dialogs alone', async () => {
    const { address } = await renderInApp(
      <>
        <Shell />
        <input aria-label="A field" />
      </>,
      { at: paths.studio() },
    );
    await userEvent.keyboard('{Control>}g{/Control}g');
    await page.getByLabelText('A field').fill('');
    await userEvent.keyboard('gg?');
    await expect.element(page.getByLabelText('A field')).toHaveValue('gg?');
    expect(sheet().elements()).toEqual([]);
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('?');
    await expect.element(sheet()).toBeVisible();
    await userEvent.keyboard('gg');
    expect(address()).toBe(paths.studio());
  });

  test('press marked buttons, and leave Enter to the focused control', async () => {
    const pressed: string[] = [];
    await renderInApp(
      <>
        <Shell />
        <button type="button" data-shortcut="go-on" onClick={() => pressed.push('go on')}>
          Go on
        </button>
        <button type="button" onClick={() => pressed.push('other')}>
          Other
        </button>
        <button type="button" data-shortcut="next" disabled onClick={() => pressed.push('next')}>
          Next
        </button>
      </>,
      { at: paths.studio() },
    );
    await userEvent.keyboard('{Enter}{ArrowRight}');
    expect(pressed).toEqual(['go on']);
    (page.getByRole('button', { name: 'Other' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(pressed).toEqual(['go on', 'other']);
  });

  test('go to the search field, also where it comes later', async () => {
    const { address, rerender } = await renderInApp(<Shell />, { at: paths.studio() });
    await userEvent.keyboard('/');
    await expect.poll(address).toBe(paths.studio('gallery'));
    await rerender(<input data-search aria-label="Search" />);
    await expect.element(page.getByLabelText('Search')).toHaveFocus();
  });
});

test('the help sheet lists the shortcuts and switches them off on this device', async () => {
  const { address } = await renderInApp(<Shell />, { at: paths.studio() });
  await userEvent.keyboard('?');
  await expect.element(sheet().getByText('Gallery', { exact: true })).toBeVisible();
  await sheet().getByText('Use keyboard shortcuts').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet()).not.toBeInTheDocument();
  await userEvent.keyboard('gg?');
  expect(address()).toBe(paths.studio());
  expect(sheet().elements()).toEqual([]);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await sheet().getByText('Use keyboard shortcuts').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet()).not.toBeInTheDocument();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('gg');
  await expect.poll(address).toBe(paths.studio('gallery'));
});
