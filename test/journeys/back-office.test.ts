import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ended, start } from '#test/cloud/generations.ts';
import { eventually, expectToast, type OpenPage, openPage, openSignedIn } from '#test/support/browser.ts';
import { sharedCloud } from '#test/support/local-cloud.ts';
import type { TestUser } from '#test/support/sign-up.ts';
import { signUpUser } from '#test/support/sign-up-user.ts';

let boss: OpenPage & { user: TestUser };
let page: Page;
/** A user with an image, for the lists of the back office. */
let cook: TestUser;

beforeAll(async () => {
  cook = await signUpUser(sharedCloud());
  await ended(cook, await start(cook));
  boss = await openSignedIn(sharedCloud(), { role: 'super_admin', viewport: { width: 1280, height: 900 } });
  page = boss.page;
});

/** The text of a row or a section in one line. */
const textOf = (locator: ReturnType<Page['locator']>) =>
  locator.innerText().then((text) => text.replace(/\s+/g, ' '));

const rowOf = ({ email }: TestUser) => page.getByRole('row').filter({ hasText: email });

async function search(email: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search by email' }).fill(email.toUpperCase());
}

describe('the back office', () => {
  // B2.9
  it('is for staff only: everybody else is sent to the start', async () => {
    const customer = await openSignedIn(sharedCloud());
    for (const path of ['/admin', '/admin/settings']) {
      await customer.page.goto(path);
      // C2.9, B2.18, T1.E1
      await customer.page.waitForURL((url) => url.pathname === '/');
    }
    await customer.close();
    const stranger = await openPage(sharedCloud().url);
    await stranger.page.goto('/admin/users');
    await stranger.page.waitForURL((url) => url.pathname === '/');
    await stranger.close();
  });

  it('has nine screens in its sidebar, and names the super admin as such', async () => {
    await page.goto('/admin');
    const sidebar = page.getByRole('navigation', { name: 'Back office' });
    await sidebar.waitFor();
    // B2.15, B2.19
    expect(await sidebar.getByRole('link').allInnerTexts()).toEqual([
      'Overview',
      'Users',
      'Content',
      'Landing Page Images',
      'Menu Pack Images',
      'Prompt A/B Testing',
      'Financial Management',
      'System Analytics',
      'Admin Settings',
    ]);
    // B2.16, B6.10
    await page.getByText('Super Admin', { exact: true }).filter({ visible: true }).waitFor();
    await page.goto('/admin/zzz');
    await page.waitForURL('**/admin');
    await page.getByText('Super Admin', { exact: true }).filter({ visible: true }).waitFor();
    const figure = page.getByRole('listitem').filter({ hasText: 'Active this week' });
    // B2.20, B9.11
    await eventually(() => textOf(figure)).toMatch(/Active this week [1-9]/);
    const signUps = page.getByRole('region', { name: 'Sign-ups' });
    await signUps.getByText('Show the figures').click();
    // B2.21
    expect(await signUps.getByRole('table', { name: 'Sign-ups' }).getByRole('row').count()).toBe(31);
  });
});

describe('users', () => {
  it('are found by the beginning of their address, and their credits adjusted with a reason', async () => {
    await page.goto('/admin/users');
    await search(cook.email.slice(0, 20));
    // B1.1, B2.29
    await rowOf(cook).waitFor();
    await eventually(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: `Adjust credits: ${cook.email}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New balance of purchased credits').fill('-5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    // B2.24, B5.21
    await dialog.getByText('Please enter a whole number of at least 0').waitFor();
    await dialog.getByLabel('New balance of purchased credits').fill('0');
    await dialog.getByText('This is their balance already').waitFor();
    await dialog.getByLabel('New balance of purchased credits').fill('12');
    await dialog.getByLabel('Reason').fill('Goodwill');
    await dialog.getByRole('button', { name: 'Save' }).click();
    // B8.16
    await expectToast(page, 'Credits adjusted successfully');
    // B2.22
    await eventually(() => textOf(rowOf(cook))).toContain('12');
    const me = await cook.call('getMe');
    // B2.23, B6.5
    expect(me.credits.creditsBalance).toBe(12);
  });

  it('whose balance changed meanwhile are shown with the new figure', async () => {
    await page.getByRole('button', { name: `Adjust credits: ${cook.email}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('12 now.').waitFor();
    await boss.user.call('adjustCredits', {
      params: { userId: cook.userId },
      body: { id: crypto.randomUUID(), seen: 12, balance: 20, reason: 'Another admin' },
    });
    await dialog.getByLabel('New balance of purchased credits').fill('13');
    await dialog.getByLabel('Reason').fill('Late');
    await dialog.getByRole('button', { name: 'Save' }).click();
    // B2.23, B8.15
    await expectToast(page, 'Failed to adjust credits', 'The balance changed in the meantime: it is 20 now');
    await dialog.getByText('20 now.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Credits adjusted successfully');
    expect((await cook.call('getMe')).credits.creditsBalance).toBe(13);
  });

  it('are exported as CSV under a name with the date', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    // B2.26, B2.27, B6.6, B9.39
    expect((await download).suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
  });

  it('are deleted with everything that is theirs', async () => {
    const leaver = await signUpUser(sharedCloud());
    await search(leaver.email);
    await page.getByRole('button', { name: `Delete user: ${leaver.email}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
    // B1.1, B8.18
    await expectToast(page, `User ${leaver.email} deleted successfully`);
    await page.getByText('No user found').waitFor();
    // B2.25, B6.5
    await expect(leaver.call('getMe')).rejects.toMatchObject({ code: 'unauthenticated' });
    await page.getByRole('searchbox').fill('');
    expect(await page.getByRole('button', { name: `Delete user: ${boss.user.email}` }).isDisabled()).toBe(
      true,
    );
  });

  it('that cannot be read are reported', async () => {
    await page.route('**/api/admin/users?*', (route) => route.fulfill({ status: 400, body: '{}' }));
    await page.goto('/admin/users');
    // B8.14
    await page.getByRole('heading', { name: 'Failed to fetch users' }).waitFor();
    await page.unroute('**/api/admin/users?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await rowOf(cook).waitFor();
  });
});

describe('content', () => {
  // B9.10
  it('shows the latest images with their owners, a placeholder for a broken file, and deletes', async () => {
    await page.route('**/media/**', (route) => route.abort());
    await page.goto('/admin/content');
    const card = page.getByRole('listitem').filter({ hasText: cook.email });
    // B2.30, B2.33, B3.7
    await card.getByText('This image cannot be shown').waitFor();
    await page.unroute('**/media/**');
    await card.getByRole('button', { name: 'Delete image: Classic Burger' }).click();
    const dialog = page.getByRole('alertdialog');
    // B5.13
    await dialog.getByText('Are you sure you want to delete this image?').waitFor();
    await page.route('**/api/admin/content/**', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Delete' }).click();
    // B8.24
    await expectToast(page, 'Failed to delete image');
    await page.unroute('**/api/admin/content/**');
    await card.getByRole('button', { name: 'Delete image: Classic Burger' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    // B8.25
    await expectToast(page, 'Image deleted successfully');
    // B1.2, B2.31, B6.6, B7.16
    await eventually(() => card.count()).toBe(0);
    expect((await cook.call('listGenerations', { query: {} })).items).toEqual([]);
  });

  it('is exported as CSV, and says when it cannot be read', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    // B2.32, B9.39
    expect((await download).suggestedFilename()).toMatch(/^images-\d{4}-\d\d-\d\d\.csv$/);
    await page.route('**/api/admin/content', (route) => route.fulfill({ status: 400, body: '{}' }));
    await page.goto('/admin/content');
    // B8.19
    await page.getByRole('heading', { name: 'Failed to fetch images' }).waitFor();
    await page.unroute('**/api/admin/content');
  });
});

describe('figures', () => {
  it('of finance stand on six cards and in three panels', async () => {
    await page.goto('/admin/financial');
    // B2.34, B2.35, B2.36, B2.37, B2.38, B2.39
    for (const name of [
      'Free Credits Distributed',
      'Free Credits Used',
      'Paid Credits',
      'Avg Credits/User',
      'Total AI Cost',
      'Avg Cost/Generation',
    ])
      await page.getByRole('listitem').filter({ hasText: name }).waitFor();
    await eventually(() => textOf(page.getByRole('listitem').filter({ hasText: 'Total AI Cost' }))).toMatch(
      /\$\d+\.\d{4} [\d,]+ generations?/,
    );
    const policy = page.getByRole('region', { name: 'Credit Policy Configuration' });
    // B2.42, B2.43, B2.44
    expect(await textOf(policy)).toMatch(
      /Free Credit Limit 2 credits per new user Conversion Rate -?\d+% Avg Lifetime Value [\d.]+ credits/,
    );
    // B2.40
    await page.getByRole('region', { name: 'Credit Distribution' }).getByRole('progressbar').waitFor();
    // B1.5, B2.41
    await page.getByRole('region', { name: 'Usage Analytics' }).waitFor();
  });

  it('of analytics name templates, the top user, the latest images and the state of the system', async () => {
    await page.goto('/admin/analytics');
    // B1.5, B2.45
    await eventually(() =>
      textOf(page.getByRole('listitem').filter({ hasText: 'Total Generations' })),
    ).toMatch(/[1-9]\d* All time/);
    // B2.46, B9.14
    await page.getByRole('region', { name: 'Popular Templates' }).getByText('Square Feed').waitFor();
    // B2.47
    await page
      .getByRole('region', { name: 'Top User' })
      .getByText(/generations?$/)
      .waitFor();
    // B2.48, B9.15
    await page.getByRole('region', { name: 'Recent Activity' }).waitFor();
    const health = page.getByRole('region', { name: 'System Health' });
    // B2.49
    for (const state of ['API Status Operational', 'Database Healthy', 'Storage Available'])
      await eventually(() => textOf(health)).toContain(state);
  });
});

describe('settings', () => {
  const add = async (email: string, role = 'Admin') => {
    await page.getByRole('textbox', { name: 'Email of an existing user' }).fill(email);
    await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: role });
    await page.getByRole('button', { name: 'Add Admin' }).click();
  };

  // B2.56
  it('add and remove admins, with the words for each refusal', async () => {
    await page.goto('/admin/settings');
    await add('');
    // B5.9
    await page.getByText('Please enter an email address').waitFor();
    await add('nobody@test.example');
    // B5.10, B8.28
    await expectToast(page, 'User not found with that email address');
    // The next address may be typed while the lists are still being read.
    const listsMayBeRead = Promise.withResolvers<void>();
    await page.route(/\/api\/admin\/(admins|activity)$/, async (route) => {
      if (route.request().method() === 'GET') await listsMayBeRead.promise;
      await route.continue();
    });
    await add(cook.email);
    // B2.51, B8.31
    await expectToast(page, 'Admin role assigned successfully');
    const field = page.getByRole('textbox', { name: 'Email of an existing user' });
    await field.fill(cook.email);
    listsMayBeRead.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    // B2.50
    await page.getByRole('button', { name: `Remove the role of ${cook.email}` }).waitFor();
    expect(await field.inputValue()).toBe(cook.email);
    await add(cook.email, 'Super Admin');
    // B8.29
    await expectToast(page, 'User already has an admin role');
    await page.route('**/api/admin/admins', (route) => route.abort());
    await add(cook.email);
    // B8.27
    await expectToast(page, 'Unable to search for user');
    await page.unroute('**/api/admin/admins');
    await page.getByRole('button', { name: `Remove the role of ${cook.email}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    // B1.6, B2.52, B4.8, B8.32
    await expectToast(page, 'Admin role removed successfully');
    const activity = page.getByRole('region', { name: 'Recent Admin Activity' });
    // B2.53, B9.16
    // Also what is folded away.
    await eventually(() => activity.textContent()).toMatch(
      /REMOVE_ADMIN_ROLE.*ASSIGN_ADMIN_ROLE.*ADJUST_CREDITS/s,
    );
    expect(await activity.textContent()).toContain('"new_balance":13');
  });

  // B1.6
  it('change what the business may change, and say who did', async () => {
    const field = page.getByLabel('Free credits for new users');
    await field.fill('3');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Settings saved successfully');
    await page.getByText(`Last changed by ${boss.user.email}`).waitFor();
    await field.fill('2');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    // B2.55
    await eventually(() => boss.user.call('getSettings').then((s) => s.defaultFreeCredits)).toBe(2);
  });

  it('are read only for an admin who is not super', async () => {
    const admin = await openSignedIn(sharedCloud(), { role: 'admin' });
    await admin.page.goto('/admin/settings');
    // B2.50
    await admin.page.getByRole('region', { name: 'Admin Users' }).getByText('(You)').waitFor();
    // B2.51, B6.9
    expect(await admin.page.getByRole('button', { name: 'Add Admin' }).count()).toBe(0);
    // B2.52
    expect(await admin.page.getByRole('button', { name: /^Remove the role/ }).count()).toBe(0);
    await admin.page.getByRole('button', { name: 'Sign Out' }).click();
    await expectToast(admin.page, 'Signed out successfully');
    // B2.17
    await admin.page.waitForURL((url) => url.pathname === '/');
    await admin.close();
  });
});

describe('what cannot be read or done', () => {
  const json = (body: object, status = 200) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify(body),
  });
  const nobody = { userId: 'gone', email: null, createdAt: '2026-11-21T12:00:00.000Z' };

  it('of users is reported in words', async () => {
    const user = { ...nobody, fullName: '', companyName: '', tier: 'free', planName: 'none', role: null };
    const items = [{ ...user, deleting: false, credits: null }];
    await page.route('**/api/admin/users?*', (route) => route.fulfill(json({ items })));
    await page.goto('/admin/users');
    // B2.28
    await page.getByRole('cell', { name: 'Email unavailable', exact: true }).waitFor();
    // B8.11
    await expectToast(page, 'Unable to fetch user email data');
    await page.route('**/api/admin/users/gone', (route) => route.fulfill(json({}, 500)));
    await page.getByRole('button', { name: 'Delete user: Email unavailable' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
    // B8.17
    await expectToast(page, 'Failed to delete user');
    await page.unroute('**/api/admin/users?*');
    await page.route('**/api/admin/users?*', (route) => route.fulfill({ status: 503 }));
    await page.goto('/admin/users');
    // B2.81
    await page.locator('[aria-busy=true] .chakra-skeleton').first().waitFor();
    // B8.13
    await page.getByRole('heading', { name: 'Authentication service unavailable' }).waitFor();
    await page.unroute('**/api/admin/users?*');
  });

  it('of figures is reported in their place, without a toast', async () => {
    const analytics = { totalGenerations: 0, today: 0, thisWeek: 0, dailyAverage: 0, days: [], redos: [] };
    const nothing = { popularTemplates: [], topUser: null, recentActivity: [], redoNotes: [] };
    await page.route('**/api/admin/analytics', (route) => route.fulfill(json({ ...analytics, ...nothing })));
    await page.goto('/admin/analytics');
    // B2.46, B2.47, B2.48, B9.14, B9.15
    for (const text of ['No template data available', 'No user data available', 'No recent activity'])
      await page.getByText(text).waitFor();
    await page.unroute('**/api/admin/analytics');
    const topUser = { userId: 'gone', email: null, count: 2 };
    await page.route('**/api/admin/analytics', (route) =>
      route.fulfill(json({ ...analytics, ...nothing, topUser })),
    );
    await page.goto('/admin/analytics');
    // B8.45
    await page.getByRole('region', { name: 'Top User' }).getByText('Unknown').waitFor();
    await page.unroute('**/api/admin/analytics');
    for (const [path, screen] of [
      ['analytics', '/admin/analytics'],
      ['finance', '/admin/financial'],
    ]) {
      await page.route(`**/api/admin/${path}`, (route) => route.fulfill(json({}, 400)));
      await page.goto(`${screen}`);
      // B8.44
      await page.getByRole('heading', { name: 'Couldn’t load this' }).waitFor();
      expect(await page.locator('[data-scope=toast][data-part=root]').count()).toBe(0);
      await page.unroute(`**/api/admin/${path}`);
    }
  });

  it('of admins is reported in words', async () => {
    const admin = { userId: 'gone', email: null, role: 'admin', assignedAt: nobody.createdAt };
    await page.route('**/api/admin/audit-log', (route) => route.fulfill(json({ items: [] })));
    await page.route('**/api/admin/admins', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill(json({ items: [admin] }))
        : route.fulfill(json({}, 400)),
    );
    await page.route('**/api/admin/admins/gone', (route) => route.fulfill(json({}, 500)));
    await page.goto('/admin/settings');
    // B8.45
    await page.getByRole('region', { name: 'Admin Users' }).getByText('Unknown').waitFor();
    // B8.12
    await expectToast(page, 'Unable to fetch admin user email data');
    // B2.54
    await page.getByText('No admin activity recorded yet').waitFor();
    await page.getByRole('textbox', { name: 'Email of an existing user' }).fill(cook.email);
    await page.getByRole('button', { name: 'Add Admin' }).click();
    // B8.30
    await expectToast(page, 'Failed to assign admin role');
    await page.getByRole('button', { name: 'Remove the role of Unknown' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    // B8.33
    await expectToast(page, 'Failed to remove admin role');
    await page.unroute('**/api/admin/admins');
    await page.route('**/api/admin/admins', (route) => route.fulfill(json({}, 400)));
    await page.goto('/admin/settings');
    // B8.26
    await page.getByRole('heading', { name: 'Failed to fetch admin data' }).waitFor();
    for (const path of ['admins', 'activity', 'admins/gone']) await page.unroute(`**/api/admin/${path}`);
  });
});
