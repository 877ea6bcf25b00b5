import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Style } from '#shared/api/styles.ts';
import { type FakeApi, fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { freeUser, proUser } from '#test/web/generations/users.ts';
import { emptyDraft, saveDraft } from '#web/menu-pack/menu-draft.ts';
import { MenuPackPage } from '#web/menu-pack/menu-pack-page.tsx';
import { noLook } from '#web/studio/house-look.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';

vi.mock('#web/lib/use-notice.ts', () => ({ useNotice: () => undefined }));

const marble: Style = {
  id: '01J00000000000000000000011',
  name: 'Marble',
  createdAt: '2026-11-20T10:00:00.000Z',
  studio: null,
  menu: { backgroundStyle: 'marble', plateStyle: 'elegant', imageStyle: 'vibrant' },
};
const posts: Style = {
  ...marble,
  id: '01J00000000000000000000012',
  name: 'Posts',
  menu: null,
  studio: {
    ...noLook,
    creationPath: 'social',
    filter: { id: 'synthwave' },
    scene: null,
    promoText: 'Fresh today',
    avatarGender: 'random',
    avatarEthnicity: 'random',
  },
};

const group = page.getByRole('group', { name: 'House styles' });
const chip = (name: string | RegExp) => group.getByRole('button', { name });

async function openMenuPack(styles: Parameters<FakeApi['answer']>[0]['listStyles']) {
  const api = fakeApi({
    getMe: () => proUser,
    createPhoto: pending,
    getPlatformRules: pending,
    ...(styles && { listStyles: styles }),
  });
  saveDraft('test-user', emptyDraft);
  const { router } = await renderInApp(<MenuPackPage />, { at: '/studio?view=menu-enhancer' });
  return { ...api, router };
}

describe('house styles in the Menu Pack', () => {
  test('are applied by one tap and taken away by another', async () => {
    await openMenuPack(() => ({ items: [marble, posts], defaultId: null }));
    await chip('Marble').click();
    await expect.element(page.getByRole('radio', { name: /^Marble/ })).toBeChecked();
    await expect.element(chip('Marble')).toHaveAttribute('aria-pressed', 'true');
    // A look of the studio has nothing for this screen.
    expect(chip('Posts').elements()).toHaveLength(0);
    await chip('Marble').click();
    await expect.element(chip('Marble')).toHaveAttribute('aria-pressed', 'false');
  });

  test('begin a new picture with the default', async () => {
    await openMenuPack(() => ({ items: [marble], defaultId: marble.id }));
    await expect.element(chip(/Marble/)).toHaveAttribute('aria-pressed', 'true');
  });

  test('are saved under a name; the name of another replaces its look', async () => {
    const api = await openMenuPack(() => ({ items: [marble], defaultId: null }));
    api.answer({ saveStyle: () => ({ items: [marble], defaultId: null }) });
    await group.getByRole('button', { name: 'Save this look' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this look' });
    await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await dialog.getByLabelText('Name of the style').fill('  marble');
    await expect.element(dialog.getByText('This becomes the look of “Marble”.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => api.requests('saveStyle'))
      .toMatchObject([
        {
          params: { styleId: marble.id },
          body: {
            name: 'Marble',
            menu: { backgroundStyle: 'neutral', plateStyle: 'current' },
            isDefault: false,
          },
        },
      ]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test.each([
    ['Save this look', 'Save this look'],
    ['Manage', 'House styles'],
  ])('are left by Back from “%s”, which stays in the Menu Pack', async (opener, title) => {
    const { router } = await openMenuPack(() => ({ items: [marble], defaultId: null }));
    const { key } = router.state.location;
    await chip(opener).click();
    await expect.element(page.getByRole('dialog', { name: title })).toBeVisible();
    await router.navigate(-1);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.key).toBe(key);
    await expect.element(chip(opener)).toBeVisible();
  });

  test('are renamed by Back, which takes no name that fits away', async () => {
    const { router, ...api } = await openMenuPack(() => ({ items: [marble], defaultId: null }));
    api.answer({ saveStyle: ({ body }) => ({ items: [{ ...marble, ...body }], defaultId: null }) });
    await chip('Manage').click();
    await page.getByLabelText('Name of Marble').fill('Stone');
    await router.navigate(-1);
    await expect.element(chip('Stone')).toBeVisible();
    expect(api.requests('saveStyle').map(({ body }) => body.name)).toEqual(['Stone']);
  });

  test('ask before Back takes away a name that is too long', async () => {
    const { router, ...api } = await openMenuPack(() => ({ items: [marble], defaultId: null }));
    await chip('Manage').click();
    const name = page.getByLabelText('Name of Marble');
    await name.fill('x'.repeat(41));
    await router.navigate(-1);
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(name).toHaveValue('x'.repeat(41));
    await router.navigate(-1);
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(chip('Marble')).toBeVisible();
    expect(api.requests('saveStyle')).toEqual([]);
  });

  test('keep a name that is too long, say so, and are not saved under it', async () => {
    const api = await openMenuPack(() => ({ items: [marble], defaultId: null }));
    api.answer({ saveStyle: () => ({ items: [marble], defaultId: marble.id }) });
    await group.getByRole('button', { name: 'Save this look' }).click();
    const saving = page.getByRole('dialog', { name: 'Save this look' });
    const name = saving.getByLabelText('Name of the style');
    await name.fill('x'.repeat(43));
    await expect.element(name).toHaveValue('x'.repeat(43));
    await expect.element(saving.getByText('3 characters too long')).toBeVisible();
    await expect.element(saving.getByRole('button', { name: 'Save' })).toBeDisabled();
    await saving.getByRole('button', { name: 'Cancel' }).click();

    await chip('Manage').click();
    const managing = page.getByRole('dialog', { name: 'House styles' });
    await managing.getByLabelText('Name of Marble').fill('x'.repeat(41));
    await userEvent.keyboard('{Enter}');
    await expect.element(managing.getByText('1 character too long')).toBeVisible();
    await managing.getByRole('button', { name: 'Begin new pictures with Marble' }).click();
    await expect.element(managing.getByLabelText('Name of Marble')).toHaveValue('x'.repeat(41));
    await expect.poll(() => api.requests('saveStyle').map(({ body }) => body.name)).toEqual(['Marble']);
    // Closing would lose it.
    await managing.getByRole('button', { name: 'Close' }).click();
    await expect.element(managing.getByLabelText('Name of Marble')).toHaveFocus();
    await managing.getByLabelText('Name of Marble').fill('x'.repeat(40));
    await managing.getByRole('button', { name: 'Close' }).click();
    await expect.element(managing).not.toBeInTheDocument();
  });

  test('say why one could not be saved, and keep what was typed', async () => {
    const api = await openMenuPack(() => ({ items: [], defaultId: null }));
    api.answer({ saveStyle: () => problem('invalid_input', 'You can keep 20 styles') });
    await group.getByRole('button', { name: 'Save this look' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this look' });
    await dialog.getByLabelText('Name of the style').fill('House');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Your styles were not changed')).toBeVisible();
    await expect.element(dialog.getByLabelText('Name of the style')).toHaveValue('House');
  });

  test('are saved also when the first reply was lost', async () => {
    const replies = [offline];
    const api = await openMenuPack(() => ({ items: [], defaultId: null }));
    api.answer({ saveStyle: () => replies.shift()?.() ?? { items: [marble], defaultId: null } });
    await group.getByRole('button', { name: 'Save this look' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this look' });
    await dialog.getByLabelText('Name of the style').fill('Marble');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(chip(/Marble/)).toBeVisible();
    const ids = api.requests('saveStyle').map(({ params }) => params.styleId);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test('keep their new name when the star is pressed next', async () => {
    const api = await openMenuPack(() => ({ items: [marble], defaultId: null }));
    await chip('Manage').click();
    const dialog = page.getByRole('dialog', { name: 'House styles' });
    api.answer({ saveStyle: ({ body }) => ({ items: [{ ...marble, ...body }], defaultId: null }) });
    await dialog.getByLabelText('Name of Marble').fill('Stone');
    // In one turn, as a tap does.
    const star = dialog.getByRole('button', { name: 'Begin new pictures with Marble' }).element();
    (document.activeElement as HTMLElement).blur();
    (star as HTMLElement).click();
    await expect.poll(() => api.requests('saveStyle').length).toBe(2);
    expect(api.requests('saveStyle').map(({ body }) => body.name)).toEqual(['Stone', 'Stone']);
  });

  test('become the default by a press while their new name is saved', async () => {
    const api = await openMenuPack(() => ({ items: [marble], defaultId: null }));
    await chip('Manage').click();
    const dialog = page.getByRole('dialog', { name: 'House styles' });
    const reply = Promise.withResolvers<void>();
    api.answer({
      saveStyle: async ({ body }) => {
        await reply.promise;
        return { items: [{ ...marble, ...body }], defaultId: body.isDefault ? marble.id : null };
      },
    });
    await dialog.getByLabelText('Name of Marble').fill('Stone');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.requests('saveStyle').length).toBe(1);
    await dialog.getByRole('button', { name: 'Begin new pictures with Marble' }).click();
    reply.resolve();
    await expect
      .element(dialog.getByRole('button', { name: 'Begin new pictures with Stone' }))
      .toHaveAttribute('aria-pressed', 'true');
  });

  test('are not saved by the Enter that ends a composition', async () => {
    const api = await openMenuPack(() => ({ items: [marble], defaultId: null }));
    await chip('Manage').click();
    api.answer({ saveStyle: ({ body }) => ({ items: [{ ...marble, ...body }], defaultId: null }) });
    const name = page.getByLabelText('Name of Marble');
    await name.fill('すし');
    name
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
    await name.fill('すし屋');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.requests('saveStyle').map(({ body }) => body.name)).toEqual(['すし屋']);
  });

  test('are renamed, made the default and deleted', async () => {
    const api = await openMenuPack(() => ({ items: [marble], defaultId: null }));
    await chip('Manage').click();
    const dialog = page.getByRole('dialog', { name: 'House styles' });
    api.answer({
      saveStyle: ({ body: { name } }) => ({ items: [{ ...marble, name }], defaultId: marble.id }),
    });
    await dialog.getByRole('button', { name: 'Begin new pictures with Marble' }).click();
    await expect
      .element(dialog.getByRole('button', { name: 'Begin new pictures with Marble' }))
      .toHaveAttribute('aria-pressed', 'true');
    await dialog.getByLabelText('Name of Marble').fill('Stone');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect
      .poll(() => api.requests('saveStyle'))
      .toMatchObject([{ body: { name: 'Marble', isDefault: true } }, { body: { name: 'Stone' } }]);
    api.answer({ deleteStyle: () => ({ items: [], defaultId: null }) });
    await chip('Manage').click();
    await dialog.getByRole('button', { name: 'Delete Stone' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete style' });
    await expect
      .element(question.getByText('“Stone” will be deleted. Pictures made with it stay.', { exact: true }))
      .toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(api.requests('deleteStyle')).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete Stone' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByText('You have no styles any more.', { exact: false })).toBeVisible();
  });
});

describe('house styles in the studio', () => {
  test('begin a new picture with the default, as far as the plan allows, and say what was left out', async () => {
    fakeApi({ getMe: () => freeUser, listStyles: () => ({ items: [posts], defaultId: posts.id }) });
    await renderInApp(<StudioPage />, { at: '/' });
    await expect.element(page.getByText(/Left out: the filter\./)).toBeVisible();
  });
});
