import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { EditedRule } from '#shared/api/rules.ts';
import { type FakeApi, fakeApi, offline, pending, problem } from '#test/support/fake-api.ts';
import { type InApp, renderInApp } from '#test/support/render-in-app.tsx';
import { textBoxesIn } from '#test/support/text-boxes.ts';
import { freeUser } from '#test/web/generations/users.ts';
import { SettingsPage } from '#web/admin/settings/settings-page.tsx';
import { settingsQuery } from '#web/admin/settings/settings-queries.ts';
import { returnFocus } from '#web/app/return-focus.ts';
import type { CallReply } from '#web/lib/api-client.ts';

const tile = { state: 'ok', detail: 'Answers in 5 ms' } as const;
const settings: CallReply<'getSettings'> = {
  chargeForFallback: true,
  defaultFreeCredits: 2,
  dishReadings: true,
  maintenance: 'off',
  outpaintCredits: 0,
  specialPackLabel: 'Best Value',
  stoppedAdapters: [],
  changes: [],
};

let api: FakeApi;

beforeEach(() => {
  api = fakeApi({
    getMe: () => ({ ...freeUser, role: 'super_admin' }),
    listAdmins: () => ({ items: [] }),
    listAuditLog: () => ({ items: [] }),
    getSettings: () => settings,
    listRules: () => ({ items: [] }),
    getHealth: () => ({
      api: tile,
      database: tile,
      storage: tile,
      queue: tile,
      generations: tile,
      models: tile,
      modelAccess: tile,
      budgets: tile,
    }),
  });
});

const person = (userId: string, role: 'admin' | 'super_admin') => ({
  userId,
  email: `${userId}@bistro.example`,
  role,
  assignedAt: '2026-11-01T12:00:00.000Z',
});
const remove = (userId: string) =>
  page.getByRole('button', { name: `Remove the role of ${userId}@bistro.example` });

describe('the only super admin', () => {
  const reason = 'The only super admin cannot be removed. Add another one first.';

  test('cannot be removed, and it is said why', async () => {
    api.answer({ listAdmins: () => ({ items: [person('ada', 'super_admin'), person('bo', 'admin')] }) });
    await renderInApp(<SettingsPage />);
    await expect.element(remove('ada')).toBeDisabled();
    await expect.element(remove('ada')).toHaveAccessibleDescription(reason);
    await expect.element(remove('bo')).toBeEnabled();
  });

  test('is not the only one beside another', async () => {
    api.answer({
      listAdmins: () => ({ items: [person('ada', 'super_admin'), person('bo', 'super_admin')] }),
    });
    await renderInApp(<SettingsPage />);
    await expect.element(remove('ada')).toBeEnabled();
    expect(page.getByText(reason).elements()).toEqual([]);
  });
});

test('the list of the people with a role has the focus when one has lost theirs', async () => {
  onTestFinished(returnFocus());
  const people = [person('ada', 'super_admin'), person('bo', 'admin')];
  api.answer({
    listAdmins: () => ({ items: people }),
    removeRole: () => {
      people.pop();
    },
  });
  await renderInApp(<SettingsPage />);
  await remove('bo').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect.element(remove('bo')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^ada@bistro.example/);
});

test('the activity is described in sentences, with the log entry collapsed', async () => {
  api.answer({
    listAuditLog: () => ({
      items: [
        {
          id: '1',
          adminUserId: 'ada',
          email: 'ada@bistro.example',
          action: 'ADJUST_CREDITS',
          targetUserId: 'pat',
          targetEmail: 'pat@bistro.example',
          details: { new_balance: 5 },
          createdAt: '2026-11-01T12:00:00.000Z',
        },
      ],
    }),
  });
  await renderInApp(<SettingsPage />);
  await expect.element(page.getByText('Adjusted credits')).toBeVisible();
  await expect.element(page.getByText('pat@bistro.example · by ada@bistro.example')).toBeVisible();
  const logged = page.getByText('ADJUST_CREDITS {"new_balance":5}');
  await expect.element(logged).not.toBeVisible();
  await page.getByText('Log entry').click();
  await expect.element(logged).toBeVisible();
});

test('the activity names a command that changed something', async () => {
  api.answer({
    listAuditLog: () => ({
      items: [
        {
          id: '1',
          adminUserId: 'signing-certificate',
          email: null,
          action: 'SET_SIGNING_CERTIFICATES',
          targetUserId: null,
          targetEmail: null,
          details: {},
          createdAt: '2026-11-01T12:00:00.000Z',
        },
      ],
    }),
  });
  await renderInApp(<SettingsPage />);
  await expect.element(page.getByText('Set the certificate that signs pictures')).toBeVisible();
  await expect.element(page.getByText('by the signing-certificate command')).toBeVisible();
});

describe('an admin', () => {
  test('cannot be added without an address', async () => {
    await renderInApp(<SettingsPage />);
    await page.getByRole('button', { name: 'Add Admin' }).click();
    await expect.element(page.getByText('Please enter an email address')).toBeVisible();
    await expect.element(page.getByLabelText('Email of an existing user')).toHaveFocus();
    expect(api.requests('assignRole')).toEqual([]);
  });

  test.each([
    ['user_not_found', 'User not found with that email address'],
    ['has_role', 'User already has an admin role'],
    ['busy', 'Unable to search for user'],
    ['forbidden', 'Failed to assign admin role'],
  ] as const)('that is refused (%s) keeps the address: %s', async (code, text) => {
    api.answer({ assignRole: () => problem(code) });
    await renderInApp(<SettingsPage />);
    await page.getByLabelText('Email of an existing user').fill('chef@bistro.example');
    await page.getByRole('button', { name: 'Add Admin' }).click();
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(page.getByLabelText('Email of an existing user')).toHaveValue('chef@bistro.example');
  });
});

describe('a lost reply', () => {
  test('does not make an admin who was added one that failed', async () => {
    const chef = { ...person('chef', 'admin'), email: 'chef@bistro.example' };
    api.answer({
      assignRole: () => {
        api.answer({ listAdmins: () => ({ items: [chef] }) });
        return offline();
      },
    });
    await renderInApp(<SettingsPage />);
    await page.getByLabelText('Email of an existing user').fill('Chef@bistro.example');
    await page.getByRole('button', { name: 'Add Admin' }).click();
    await expect.element(page.getByLabelText('Email of an existing user')).toHaveValue('');
    await expect.element(page.getByRole('button', { name: /chef@bistro.example/ })).toBeVisible();
    expect(page.getByText('Unable to search for user').elements()).toEqual([]);
    expect(api.requests('assignRole')).toHaveLength(1);
  });

  test('does not make settings that were saved ones that failed', async () => {
    const replies = [offline];
    api.answer({ changeSettings: () => replies.shift()?.() ?? { ...settings, defaultFreeCredits: 3 } });
    await renderInApp(<SettingsPage />);
    await page.getByLabelText('Free credits for new users').fill('3');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect.element(page.getByText('Settings saved successfully')).toBeVisible();
    expect(api.requests('changeSettings')).toHaveLength(2);
  });
});

describe('the business settings', () => {
  test('refuse what is no whole number up to 100 while it is typed', async () => {
    await renderInApp(<SettingsPage />);
    const free = page.getByLabelText('Free credits for new users');
    const save = page.getByRole('button', { name: 'Save Changes' });
    await expect.element(save).toBeDisabled();
    const reason = page.getByText('Please enter a whole number from 0 to 100');
    for (const wrong of ['101', '-1', '2.5', '']) {
      await free.fill(wrong);
      await expect.element(reason).toBeVisible();
      await expect.element(save).toBeDisabled();
      await free.fill('4');
      await expect.element(reason).not.toBeInTheDocument();
    }
    await page.getByLabelText('Label of the pack of 50 credits').fill('Try it once');
    const outpaint = page.getByLabelText('Credits for a continued picture');
    await outpaint.fill('6');
    await expect.element(page.getByText('Please enter a whole number from 0 to 5')).toBeVisible();
    await outpaint.fill('2');
    await free.fill('3');
    await expect.element(save).toBeEnabled();
    api.answer({ changeSettings: () => ({ ...settings, defaultFreeCredits: 3, dishReadings: true }) });
    await save.click();
    await expect.element(page.getByText('Settings saved successfully')).toBeVisible();
    expect(api.requests('changeSettings').map(({ body }) => body)).toEqual([
      {
        defaultFreeCredits: 3,
        outpaintCredits: 2,
        specialPackLabel: 'Try it once',
        seen: { defaultFreeCredits: 2, outpaintCredits: 0, specialPackLabel: 'Best Value' },
      },
    ]);
  });

  test('are not left unsaved without a question', async () => {
    const app = await renderInApp(<SettingsPage />, { at: '/admin/settings' });
    const free = page.getByLabelText('Free credits for new users');
    await free.fill('5');
    void app.router.navigate('/admin/users');
    await expect.element(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(free).toHaveValue('5');
    expect(app.address()).toBe('/admin/settings');
    void app.router.navigate('/admin/users');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(app.address).toBe('/admin/users');
  });

  test('that somebody else has changed meanwhile are said and shown', async () => {
    const detail = 'Somebody else has changed the same setting in the meantime.';
    await renderInApp(<SettingsPage />);
    const free = page.getByLabelText('Free credits for new users');
    await free.fill('3');
    api.answer({
      changeSettings: () => problem('conflict', detail),
      getSettings: () => ({
        ...settings,
        defaultFreeCredits: 7,
        changes: [
          { setting: 'defaultFreeCredits', at: '2026-11-23T10:00:00.000Z', email: 'sky@bistro.example' },
        ],
      }),
    });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect.element(page.getByText(detail)).toBeVisible();
    await expect.element(free).toHaveValue('7');
    await expect.element(page.getByText(/^Last changed by sky@bistro.example/)).toBeVisible();
  });

  describe('that are being edited when they are read again', () => {
    const free = () => page.getByLabelText('Free credits for new users');
    const label = () => page.getByLabelText('Label of the pack of 50 credits');
    const save = () => page.getByRole('button', { name: 'Save Changes' });
    const bySky = (setting: 'defaultFreeCredits' | 'specialPackLabel') => ({
      changes: [{ setting, at: '2026-11-23T10:00:00.000Z', email: 'sky@bistro.example' }],
    });
    const readAgain = async ({ client }: InApp) => {
      await client.refetchQueries({ queryKey: settingsQuery.queryKey });
      await expect.element(page.getByText(/^Last changed by sky@bistro.example/)).toBeVisible();
    };

    test('stay as they were typed, and the others show what somebody else has set', async () => {
      const app = await renderInApp(<SettingsPage />);
      await free().fill('3');
      await page.getByText('Look at photos when they are chosen').click();
      api.answer({
        getSettings: () => ({ ...settings, specialPackLabel: 'Try it once', ...bySky('specialPackLabel') }),
      });
      await readAgain(app);
      await expect.element(label()).toHaveValue('Try it once');
      await expect.element(free()).toHaveValue('3');
      await expect.element(page.getByLabelText('Look at photos when they are chosen')).not.toBeChecked();
      api.answer({ changeSettings: () => ({ ...settings, defaultFreeCredits: 3, dishReadings: false }) });
      await save().click();
      await expect.element(page.getByText('Settings saved successfully')).toBeVisible();
      expect(api.requests('changeSettings').map(({ body }) => body)).toEqual([
        {
          defaultFreeCredits: 3,
          dishReadings: false,
          seen: { defaultFreeCredits: 2, dishReadings: true },
        },
      ]);
      await expect.element(save()).toBeDisabled();
    });

    test('keep the reason why they cannot be saved', async () => {
      const app = await renderInApp(<SettingsPage />);
      await free().fill('101');
      api.answer({
        getSettings: () => ({ ...settings, specialPackLabel: 'Try it once', ...bySky('specialPackLabel') }),
      });
      await readAgain(app);
      await expect.element(page.getByText('Please enter a whole number from 0 to 100')).toBeVisible();
      await expect.element(save()).toBeDisabled();
    });

    test('are refused where somebody else has changed the same one, and then show it', async () => {
      const detail = 'Somebody else has changed the same setting in the meantime.';
      const app = await renderInApp(<SettingsPage />);
      await free().fill('3');
      await page.getByText('stability-structure').click();
      api.answer({
        getSettings: () => ({
          ...settings,
          defaultFreeCredits: 7,
          stoppedAdapters: ['stability-search-replace'],
          ...bySky('defaultFreeCredits'),
        }),
        changeSettings: () => problem('conflict', detail),
      });
      await readAgain(app);
      await expect.element(page.getByLabelText('stability-structure')).toBeChecked();
      await expect
        .element(page.getByLabelText('stability-search-replace', { exact: true }))
        .not.toBeChecked();
      await save().click();
      await expect.element(page.getByText(detail)).toBeVisible();
      await expect.element(free()).toHaveValue('7');
      await expect.element(page.getByLabelText('stability-structure')).not.toBeChecked();
      await expect.element(save()).toBeDisabled();
      await free().fill('4');
      await save().click();
      await expect.poll(() => api.requests('changeSettings')).toHaveLength(2);
      expect(api.requests('changeSettings').map(({ body }) => body)).toEqual([
        {
          defaultFreeCredits: 3,
          stoppedAdapters: ['stability-structure'],
          seen: { defaultFreeCredits: 2, stoppedAdapters: [] },
        },
        { defaultFreeCredits: 4, seen: { defaultFreeCredits: 7 } },
      ]);
    });
  });

  test('that nobody else has changed stay as they were typed when another one is refused', async () => {
    await renderInApp(<SettingsPage />);
    const label = page.getByLabelText('Label of the pack of 50 credits');
    const save = page.getByRole('button', { name: 'Save Changes' });
    await page.getByLabelText('Free credits for new users').fill('3');
    await label.fill('Try it once');
    await page.getByText('Look at photos when they are chosen').click();
    api.answer({
      changeSettings: () => problem('conflict'),
      getSettings: () => ({ ...settings, defaultFreeCredits: 7 }),
    });
    await save.click();
    await expect.element(page.getByLabelText('Free credits for new users')).toHaveValue('7');
    await expect.element(label).toHaveValue('Try it once');
    await expect.element(page.getByLabelText('Look at photos when they are chosen')).not.toBeChecked();
    await save.click();
    await expect.poll(() => api.requests('changeSettings')).toHaveLength(2);
    expect(api.requests('changeSettings')[1]?.body).toEqual({
      dishReadings: false,
      specialPackLabel: 'Try it once',
      seen: { dishReadings: true, specialPackLabel: 'Best Value' },
    });
  });

  test('are read only for an admin who is not super', async () => {
    api.answer({ getMe: () => ({ ...freeUser, role: 'admin' }) });
    await renderInApp(<SettingsPage />);
    await expect.element(page.getByLabelText('Free credits for new users')).toBeDisabled();
    await expect.element(page.getByLabelText('Maintenance')).toBeDisabled();
    await expect.element(page.getByLabelText('stability-composite')).toBeDisabled();
    expect(page.getByRole('button', { name: 'Save Changes' }).elements()).toHaveLength(0);
  });
});

test('maintenance is begun, and an image model is taken out of service', async () => {
  api.answer({
    changeSettings: ({ body }) => ({ ...settings, ...body, changes: [] }) as typeof settings,
  });
  await renderInApp(<SettingsPage />);
  await page.getByLabelText('Maintenance').selectOptions('No new pictures');
  await page.getByText('stability-structure').click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect.element(page.getByText('Settings saved successfully')).toBeVisible();
  expect(api.requests('changeSettings').map(({ body }) => body)).toEqual([
    {
      maintenance: 'generation',
      stoppedAdapters: ['stability-structure'],
      seen: { maintenance: 'off', stoppedAdapters: [] },
    },
  ]);
});

test('the last image model of a kind of picture stays in service', async () => {
  await renderInApp(<SettingsPage />);
  const reason = page.getByText(
    'Please leave stability-composite in service: nothing else can make the same pictures.',
  );
  const save = page.getByRole('button', { name: 'Save Changes' });
  await page.getByText('stability-search-replace').click();
  await expect.element(save).toBeEnabled();
  await page.getByText('stability-search-replace').click();
  await page.getByText('stability-composite').click();
  await expect.element(reason).toBeVisible();
  await expect
    .element(page.getByRole('group', { name: 'Image models out of service' }).first())
    .toHaveAccessibleDescription(/^Please leave stability-composite in service/);
  await expect.element(save).toBeDisabled();
  await page.getByText('stability-composite', { exact: true }).click();
  await expect.element(reason).not.toBeInTheDocument();
  expect(api.requests('changeSettings')).toEqual([]);
});

test('a setting can be saved after its first change', async () => {
  api.answer({ changeSettings: () => ({ ...settings, defaultFreeCredits: 3, dishReadings: true }) });
  await renderInApp(<SettingsPage />);
  await page.getByLabelText('Free credits for new users').fill('3');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect.element(page.getByText('Settings saved successfully')).toBeVisible();
});

describe('each panel', () => {
  test('says by itself what it could not load', async () => {
    api.answer({
      listAdmins: () => problem('forbidden'),
      listAuditLog: pending,
      getSettings: () => problem('forbidden'),
    });
    await renderInApp(<SettingsPage />);
    await expect
      .poll(() => page.getByRole('heading', { name: 'Failed to fetch admin data' }).elements())
      .toHaveLength(2);
  });

  test('says that nothing was done yet', async () => {
    await renderInApp(<SettingsPage />);
    await expect.element(page.getByText('No admin activity recorded yet')).toBeVisible();
  });
});

describe('a platform’s rule', () => {
  const rule: EditedRule['rule'] = {
    id: 'justeat-item-ours',
    platform: 'justeat',
    use: 'item',
    route: 'portal',
    size: '1200×1200 px',
    source: null,
    minimum: { width: 1200, height: 1200 },
    maximum: null,
    ratio: { from: 1, to: 1 },
    formats: ['jpeg', 'png'],
    maxBytes: null,
    advised: [],
    content: {},
    accepted: { width: 1200, height: 1200 },
  };

  test('is changed with its source, and says who changed it', async () => {
    const source = { name: 'Just Eat partner help', collection: null, readOn: '2026-11-20' };
    api.answer({
      listRules: () => ({ items: [{ rule, changedAt: null, history: [] }] }),
      changeRule: ({ params, body }) => ({
        items: [
          {
            rule: { ...rule, ...body },
            changedAt: '2026-11-23T10:00:00.000Z',
            history: [
              { at: '2026-11-23T10:00:00.000Z', email: 'sky@bistro.example', change: { ...body, ...params } },
            ],
          },
        ],
      }),
    });
    await renderInApp(<SettingsPage />);
    await expect.element(page.getByText('No official page found: nothing is verified')).toBeVisible();
    await page.getByRole('button', { name: 'Edit Just Eat, menu photo, portal' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText(/^Least width, px/).fill('1500');
    await dialog.getByLabelText(/^Largest file, MB/).fill('2.5');
    await dialog.getByLabelText(/^No people/).selectOptions('Required');
    await dialog.getByLabelText(/^Read on/).fill(source.readOn);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect.element(dialog.getByText('Please say who published it')).toBeVisible();
    await dialog.getByLabelText(/^Who published it/).fill(source.name);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect.element(page.getByText(/^Last changed by sky@bistro.example/)).toBeVisible();
    expect(api.requests('changeRule')).toMatchObject([
      {
        params: { ruleId: rule.id },
        body: {
          minimum: { width: 1500, height: 1200 },
          maximum: null,
          ratio: { from: 1, to: 1 },
          formats: ['jpeg', 'png'],
          maxBytes: 2_500_000,
          advised: [],
          content: { people: 'fail' },
          source,
          seen: null,
        },
      },
    ]);
  });

  test('has the fields of a row side by side on a phone, also where one is wrong', async () => {
    await page.viewport(320, 640);
    onTestFinished(() => page.viewport(1280, 800));
    api.answer({ listRules: () => ({ items: [{ rule, changedAt: null, history: [] }] }) });
    await renderInApp(<SettingsPage />);
    await page.getByRole('button', { name: 'Edit Just Eat, menu photo, portal' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText(/^Least height, px/).fill('0');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect.element(dialog.getByText('Please enter a whole number from 1 to 20,000')).toBeVisible();
    const topOf = (label: RegExp) => dialog.getByLabelText(label).element().getBoundingClientRect().top;
    expect(topOf(/^Least width/)).toBeCloseTo(topOf(/^Least height/));
    expect(topOf(/^Width ÷ height, from/)).toBeCloseTo(topOf(/^Width ÷ height, to/));
    expect(topOf(/^In the middle/)).toBeCloseTo(topOf(/^Inside the square/));
    expect(topOf(/^No writing, no logo/)).toBeCloseTo(topOf(/^No people/));
  });

  test('is saved as a change of what was seen when it was opened', async () => {
    const detail = 'Somebody else has changed this rule in the meantime.';
    const changedAt = '2026-11-23T10:00:00.000Z';
    api.answer({
      listRules: () => ({ items: [{ rule, changedAt, history: [] }] }),
      changeRule: () => problem('conflict', detail),
    });
    await renderInApp(<SettingsPage />);
    await page.getByRole('button', { name: 'Edit Just Eat, menu photo, portal' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText(/^Who published it/).fill('Just Eat');
    api.answer({
      listRules: () => ({
        items: [{ rule: { ...rule, size: 'Any size' }, changedAt: '2026-11-24T10:00:00.000Z', history: [] }],
      }),
    });
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(detail);
    expect(api.requests('changeRule')).toMatchObject([{ body: { seen: changedAt } }]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.element(page.getByText('Any size')).toBeVisible();
  });

  test('that somebody else has changed is replaced at the second attempt, as it was typed', async () => {
    const now = '2026-11-24T10:00:00.000Z';
    api.answer({
      listRules: () => ({ items: [{ rule, changedAt: null, history: [] }] }),
      changeRule: () => problem('conflict'),
    });
    await renderInApp(<SettingsPage />);
    await page.getByRole('button', { name: 'Edit Just Eat, menu photo, portal' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText(/^Who published it/).fill('Just Eat');
    api.answer({ listRules: () => ({ items: [{ rule, changedAt: now, history: [] }] }) });
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await expect.element(dialog.getByLabelText(/^Who published it/)).toHaveValue('Just Eat');
    api.answer({ changeRule: () => ({ items: [{ rule, changedAt: now, history: [] }] }) });
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.requests('changeRule').map(({ body }) => body.seen)).toEqual([null, now]);
  });

  test('has labels of whole lines on a phone', async () => {
    await page.viewport(360, 800);
    onTestFinished(() => page.viewport(1280, 800));
    api.answer({ listRules: () => ({ items: [{ rule, changedAt: null, history: [] }] }) });
    await renderInApp(<SettingsPage />);
    await page.getByRole('button', { name: 'Edit Just Eat, menu photo, portal' }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    const labels = [...document.querySelectorAll('label')];
    const label = labels.find(({ textContent }) => textContent.startsWith('Least width, px'));
    if (!label) throw new Error('The dialog has no field for the least width');
    // The words, and “(optional)” beside or below them.
    expect(textBoxesIn(label)).toHaveLength(2);
  });

  test('is kept in its form until it is discarded', async () => {
    api.answer({ listRules: () => ({ items: [{ rule, changedAt: null, history: [] }] }) });
    await renderInApp(<SettingsPage />);
    await page.getByRole('button', { name: 'Edit Just Eat, menu photo, portal' }).click();
    const source = page.getByRole('dialog').getByLabelText(/^Who published it/);
    await source.fill('Just Eat');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(source).toHaveValue('Just Eat');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.element(source).not.toBeInTheDocument();
  });

  test('takes numbers as people write them, and a day that has come', async () => {
    api.answer({
      listRules: () => ({ items: [{ rule, changedAt: null, history: [] }] }),
      changeRule: () => ({ items: [{ rule, changedAt: null, history: [] }] }),
    });
    await renderInApp(<SettingsPage />);
    await page.getByRole('button', { name: 'Edit Just Eat, menu photo, portal' }).click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save Changes' });
    await dialog.getByLabelText(/^Who published it/).fill('Just Eat');
    const largest = dialog.getByLabelText(/^Largest file, MB/);
    const fileSize = 'Please enter megabytes, up to 1000, with a point for decimals';
    for (const wrong of ['1e3', '0x10', '-1', '1,5,0', '1,000', '1,000.5', '2000']) {
      await largest.fill(wrong);
      await save.click();
      await expect.element(dialog.getByText(fileSize)).toBeVisible();
    }
    await largest.fill('1,5');
    await expect.element(dialog.getByText(fileSize)).not.toBeInTheDocument();
    const leastWidth = dialog.getByLabelText(/^Least width, px/);
    await leastWidth.fill('1.000');
    await save.click();
    await expect.element(dialog.getByText('Please enter a whole number from 1 to 20,000')).toBeVisible();
    await expect.element(leastWidth).toHaveValue('1.000');
    const readOn = dialog.getByLabelText(/^Read on/);
    await readOn.fill(`${new Date().getFullYear() + 1}-01-02`);
    await save.click();
    await expect.element(dialog.getByText('This day has not come yet')).toBeVisible();
    expect(api.requests('changeRule')).toEqual([]);
    // Today, as it is in the first place.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Edit Just Eat, menu photo, portal' }).click();
    await dialog.getByLabelText(/^Who published it/).fill('Just Eat');
    await dialog.getByLabelText(/^Least width, px/).fill('1,000');
    await save.click();
    await expect
      .poll(() => api.requests('changeRule').map(({ body }) => body))
      .toMatchObject([{ minimum: { width: 1000, height: 1200 } }]);
  });

  test('goes back to the published values as it was seen', async () => {
    const changedAt = '2026-11-23T10:00:00.000Z';
    const source = { name: 'Just Eat', collection: null, readOn: null };
    const { minimum, maximum, ratio, formats, maxBytes, advised, content } = rule;
    const values = { minimum, maximum, ratio, formats, maxBytes, advised, content };
    const change = { ...values, ruleId: rule.id, source };
    api.answer({
      listRules: () => ({
        items: [{ rule, changedAt, history: [{ at: changedAt, email: null, change }] }],
      }),
      resetRule: () => ({ items: [{ rule, changedAt, history: [] }] }),
    });
    await renderInApp(<SettingsPage />);
    await page.getByRole('button', { name: 'Edit Just Eat, menu photo, portal' }).click();
    const back = { name: 'Back to the published values' };
    await page.getByRole('dialog').getByRole('button', back).click();
    const question = page.getByRole('alertdialog', { name: 'Go back to the published values?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(api.requests('resetRule')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', back).click();
    await question.getByRole('button', back).click();
    await expect.element(page.getByText('Settings saved successfully')).toBeVisible();
    expect(api.requests('resetRule')).toMatchObject([{ query: { seen: changedAt } }]);
  });

  test('stays open as it was typed when another one is saved late', async () => {
    const other = { ...rule, id: 'justeat-cover-ours', use: 'cover' } as const;
    const items = [rule, other].map((each) => ({ rule: each, changedAt: null, history: [] }));
    const saved = Promise.withResolvers<{ items: EditedRule[] }>();
    api.answer({ listRules: () => ({ items }), changeRule: () => saved.promise });
    await renderInApp(<SettingsPage />);
    await page.getByRole('button', { name: 'Edit Just Eat, menu photo, portal' }).click();
    const source = page.getByRole('dialog').getByLabelText(/^Who published it/);
    await source.fill('Just Eat');
    await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
    await expect.poll(() => api.requests('changeRule')).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Edit Just Eat, cover, portal' }).click();
    await source.fill('Partner help');
    saved.resolve({ items });
    await expect.element(page.getByText('Settings saved successfully')).toBeVisible();
    await expect.element(source).toHaveValue('Partner help');
  });

  test('that contradicts itself stays in the form, with the reason', async () => {
    const reason = 'The ratio begins at 1:1 and ends below it, at 0.50:1.';
    api.answer({
      listRules: () => ({ items: [{ rule, changedAt: null, history: [] }] }),
      changeRule: () => problem('rule_contradicts', reason),
    });
    await renderInApp(<SettingsPage />);
    await page.getByRole('button', { name: 'Edit Just Eat, menu photo, portal' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText(/^Width ÷ height, to/).fill('0.5');
    await dialog.getByLabelText(/^Who published it/).fill('Just Eat');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(reason);
  });
});
