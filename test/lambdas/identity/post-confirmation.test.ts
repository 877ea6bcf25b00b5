import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { changeNotifications, readNotifications } from '#lambdas/accounts/notification-store.ts';
import { getAccount } from '#lambdas/accounts/user-store.ts';
import { changeSettings } from '#lambdas/admin/change-settings.ts';
import { handler as accounts } from '#lambdas/api/accounts.lambda.ts';
import { handler as postConfirmation } from '#lambdas/identity/post-confirmation.lambda.ts';
import { dynamodb } from '#lambdas/runtime/dynamodb.ts';
import { despiteMaintenance, forgetMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import { keyedHash } from '#lambdas/runtime/secret.ts';
import { writeAlone } from '#lambdas/runtime/transaction.ts';
import { accountRoutes } from '#shared/api/account.ts';
import { emailOwners, ownSignUpKey } from '#shared/domain/sign-in.ts';
import { awsError, awsJsonStub } from '#test/lambdas/runtime/aws-json-stub.ts';
import { httpEvent, invoke, lambdaContext } from '#test/lambdas/runtime/http-event.ts';
import { testTable } from '#test/support/dynamodb.ts';
import { attributes, triggerEvent } from './trigger-event.ts';

const db = testTable();
const aws = awsJsonStub();
beforeEach(db.clear);

/** What ends the access of a stranger who began the sign-up. */
const ending = [
  'AdminSetUserPassword',
  'AdminUserGlobalSignOut',
  'AdminSetUserMFAPreference',
  'AdminUpdateUserAttributes',
];

/** A call that records that only the owner of the email knows the password. */
const owned = {
  operation: 'AdminAddUserToGroup',
  input: { UserPoolId: 'eu-west-2_pool', Username: 'ada-sub', GroupName: emailOwners },
};
const admin = () => aws.calls.filter(({ operation }) => operation.startsWith('Admin'));

const device = { id: 'd', endpoint: 'https://push.example/d', p256dh: '', auth: '', createdAt: '' };

/** Confirmation in a browser that signed up the user `signedUp`. */
function confirmation(userAttributes: Record<string, string>, signedUp = userAttributes.sub ?? '') {
  const metadata = { [ownSignUpKey]: signedUp };
  return triggerEvent('PostConfirmation_ConfirmSignUp', userAttributes, userAttributes.sub, metadata);
}

describe('post-confirmation', () => {
  it('makes the account and returns the event', async () => {
    const event = confirmation({
      ...attributes,
      'custom:company_name': 'The Ada',
      picture: 'https://photos.example/ada.jpg',
    });
    expect(await postConfirmation(event, lambdaContext)).toBe(event);
    // C3.41, C3.42
    expect(await getAccount('ada-sub')).toMatchObject({
      username: 'ada-sub',
      email: 'ada@example.com',
      fullName: 'Ada Cook',
      companyName: 'The Ada',
      avatarUrl: 'https://photos.example/ada.jpg',
      tier: 'free',
      credits: { freeCreditsLimit: 2, freeCreditsUsed: 0 },
    });
    expect(admin()).toEqual([owned]);
  });

  it('grants the free credits once for a mailbox, also where they were noted under a former spelling', async () => {
    const creditsOf = async (email: string) => {
      const sub = `sub of ${email}`;
      const event = confirmation({ ...attributes, sub, email });
      await postConfirmation(event, lambdaContext);
      return (await getAccount(sub))?.credits.freeCreditsLimit;
    };
    expect(await creditsOf('ada@me.com')).toBe(2);
    expect(await creditsOf('ada@icloud.com')).toBe(0);
    expect(await creditsOf('bob@icloud.com')).toBe(2);
    const hash = await keyedHash('free-credits', 'ada.cook@proton.me');
    await writeAlone({ put: { Item: { pk: `FREE#${hash.toString('hex')}`, sk: 'FREE' } } });
    expect(await creditsOf('ada.cook@proton.me')).toBe(0);
  });

  // T7.S2
  it.each([
    ['that another browser began', undefined],
    ['of another user, whom this browser signed up before', 'bob-sub'],
  ])('ends password, sessions, authenticator app, name and company of a sign-up %s', async (_, signedUp) => {
    for (const operation of ending) aws.answer(operation, () => ({}));
    const chosen = {
      ...attributes,
      'custom:company_name': 'The Ada',
      picture: 'https://photos.example/ada.jpg',
    };
    const event =
      signedUp === undefined
        ? triggerEvent('PostConfirmation_ConfirmSignUp', chosen)
        : confirmation(chosen, signedUp);
    expect(await postConfirmation(event, lambdaContext)).toBe(event);
    const user = { UserPoolId: 'eu-west-2_pool', Username: 'ada-sub' };
    expect(admin()).toEqual([
      {
        operation: 'AdminSetUserPassword',
        input: { ...user, Password: expect.stringMatching(/^[\w-]{128}$/), Permanent: true },
      },
      { operation: 'AdminUserGlobalSignOut', input: user },
      {
        operation: 'AdminSetUserMFAPreference',
        input: { ...user, SoftwareTokenMfaSettings: { Enabled: false } },
      },
      {
        operation: 'AdminUpdateUserAttributes',
        input: {
          ...user,
          UserAttributes: ['name', 'picture', 'custom:company_name'].map((Name) => ({ Name, Value: '' })),
        },
      },
      owned,
    ]);
    expect(await getAccount('ada-sub')).toMatchObject({
      email: 'ada@example.com',
      fullName: '',
      companyName: '',
      avatarUrl: '',
      credits: { freeCreditsLimit: 2 },
    });
  });

  it('sets no two passwords alike, and makes no account while a foreign password still holds', async () => {
    for (const operation of ending) aws.answer(operation, () => ({}));
    const foreign = () => triggerEvent('PostConfirmation_ConfirmSignUp', attributes);
    await postConfirmation(foreign(), lambdaContext);
    await postConfirmation(foreign(), lambdaContext);
    const passwords = aws.calls
      .map(({ input }) => input.Password)
      .filter((password) => password !== undefined);
    expect(new Set(passwords).size).toBe(2);
    await db.clear();
    aws.answer('AdminSetUserPassword', () => awsError('InternalErrorException'));
    await expect(postConfirmation(foreign(), lambdaContext)).rejects.toThrow();
    expect(await getAccount('ada-sub')).toBeUndefined();
  });

  // T7.S2
  it('leaves a foreign password that it could not end to the first visit, which makes no account', async () => {
    aws.answer('AdminSetUserPassword', () => awsError('TooManyRequestsException'));
    const foreign = triggerEvent('PostConfirmation_ConfirmSignUp', attributes);
    await expect(postConfirmation(foreign, lambdaContext)).rejects.toThrow();
    aws.answer('AdminGetUser', () => ({
      Username: 'ada-sub',
      UserStatus: 'CONFIRMED',
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    }));
    const user = { userId: 'ada-sub', username: 'ada-sub' };
    const visit = (groups?: string) =>
      invoke(accounts, httpEvent(accountRoutes.getMe, { user: { ...user, ...(groups && { groups }) } }));
    expect((await visit()).status).toBe(503);
    expect(await getAccount('ada-sub')).toBeUndefined();

    for (const operation of [...ending, 'AdminAddUserToGroup']) aws.answer(operation, () => ({}));
    aws.calls.length = 0;
    // The stranger's token stays valid for an hour.
    for (const _ of [1, 2])
      expect(await visit()).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(await getAccount('ada-sub')).toBeUndefined();
    expect(admin().map(({ operation }) => operation)).toEqual(
      [1, 2].flatMap(() => ['AdminGetUser', ...ending, owned.operation]),
    );
    expect(admin().at(-1)).toEqual(owned);
    expect((await visit(`[${emailOwners}]`)).status).toBe(200);
    expect(await getAccount('ada-sub')).toMatchObject({ email: 'ada@example.com' });
  });

  it('makes the account although the user pool does not record that its owner knows the password', async () => {
    aws.answer('AdminAddUserToGroup', () => awsError('TooManyRequestsException'));
    const event = confirmation(attributes);
    expect(await postConfirmation(event, lambdaContext)).toBe(event);
    expect(await getAccount('ada-sub')).toBeDefined();
  });

  // T7.S2
  it('after a forgotten password of a user without account ends what a stranger left behind', async () => {
    for (const operation of [...ending, 'AdminAddUserToGroup']) aws.answer(operation, () => ({}));
    const reset = triggerEvent('PostConfirmation_ConfirmForgotPassword', attributes);
    await postConfirmation(reset, lambdaContext);
    expect(admin().map(({ operation }) => operation)).toEqual([...ending.slice(1), owned.operation]);
    expect(await getAccount('ada-sub')).toBeUndefined();
    aws.answer('AdminSetUserMFAPreference', () => awsError('InternalErrorException'));
    expect(await postConfirmation(reset, lambdaContext)).toBe(reset);
  });

  it('ends a foreign password during maintenance, too', async () => {
    for (const operation of ending) aws.answer(operation, () => ({}));
    await changeSettings({ maintenance: 'all' }, 'test');
    forgetMaintenance();
    const event = triggerEvent('PostConfirmation_ConfirmSignUp', attributes);
    await expect(postConfirmation(event, lambdaContext)).rejects.toMatchObject({ code: 'maintenance' });
    expect(aws.calls.map(({ operation }) => operation)).toContain('AdminSetUserPassword');
    await despiteMaintenance(() => changeSettings({ maintenance: 'off' }, 'test'));
    forgetMaintenance();
  });

  it('sets no password for a user of Google or Apple', async () => {
    const social = { ...attributes, 'cognito:user_status': 'EXTERNAL_PROVIDER' };
    await postConfirmation(triggerEvent('PostConfirmation_ConfirmSignUp', social), lambdaContext);
    expect(admin()).toEqual([]);
    expect(await getAccount('ada-sub')).toMatchObject({ fullName: 'Ada Cook' });
  });

  it('leaves company and picture empty where none were given', async () => {
    await postConfirmation(confirmation(attributes), lambdaContext);
    // C3.41
    expect(await getAccount('ada-sub')).toMatchObject({ companyName: '', avatarUrl: '' });
  });

  it('keeps of names what people see, at most 100 characters, and no picture but an https address', async () => {
    const made = async (more: Record<string, string>) => {
      await db.clear();
      const event = confirmation({ ...attributes, ...more });
      await postConfirmation(event, lambdaContext);
      return getAccount('ada-sub');
    };
    expect(
      await made({
        name: ' \u202Egnp.\u0000eciovni\n2 \u200B',
        'custom:company_name': '\uFEFF\u2066',
        picture: 'javascript:alert(1)',
      }),
    ).toMatchObject({ fullName: 'gnp.eciovni 2', companyName: '', avatarUrl: '' });
    for (const picture of [
      'http://photos.example/ada.jpg',
      'ada.jpg',
      `https://photos.example/${'a'.repeat(2048)}`,
    ])
      expect((await made({ picture }))?.avatarUrl).toBe('');
    const long = await made({ name: 'a'.repeat(2048), 'custom:company_name': '🍔'.repeat(100) });
    expect(long).toMatchObject({ fullName: 'a'.repeat(100), companyName: '🍔'.repeat(50) });
  });

  // V7.4.3
  it('after a forgotten password ends sessions and devices, and changes nothing else in the table', async () => {
    aws.answer('AdminUserGlobalSignOut', () => ({}));
    await postConfirmation(confirmation(attributes), lambdaContext);
    expect(aws.calls.filter(({ operation }) => operation === 'AdminUserGlobalSignOut')).toEqual([]);
    const others = await db.allItems();
    await changeNotifications('ada-sub', (before) => ({ ...before, devices: [device], isMailed: true }));
    const renamed = { ...attributes, name: 'Somebody else' };
    const reset = triggerEvent('PostConfirmation_ConfirmForgotPassword', renamed);
    await postConfirmation(reset, lambdaContext);
    expect(await readNotifications('ada-sub')).toMatchObject({ devices: [], isMailed: true });
    expect((await db.allItems()).filter(({ sk }) => sk !== 'NOTIFICATIONS')).toEqual(others);
    expect(aws.calls.at(-1)).toEqual({
      operation: 'AdminUserGlobalSignOut',
      input: { UserPoolId: 'eu-west-2_pool', Username: 'ada-sub' },
    });
  });

  it('after a forgotten password keeps former sessions from adding the first device', async () => {
    aws.answer('AdminUserGlobalSignOut', () => ({}));
    await postConfirmation(confirmation(attributes), lambdaContext);
    const reset = triggerEvent('PostConfirmation_ConfirmForgotPassword', attributes);
    await postConfirmation(reset, lambdaContext);
    const { devicesEndedAt } = await readNotifications('ada-sub');
    expect(Date.now() - Date.parse(devicesEndedAt)).toBeLessThan(60_000);
  });

  // V7.4.3
  it('after a forgotten password succeeds although the table does not answer', async () => {
    aws.answer('AdminUserGlobalSignOut', () => ({}));
    const table = vi.spyOn(dynamodb(), 'send').mockRejectedValue(new Error('No answer'));
    onTestFinished(() => table.mockRestore());
    const event = triggerEvent('PostConfirmation_ConfirmForgotPassword', attributes);
    expect(await postConfirmation(event, lambdaContext).catch(String)).toBe(event);
  });

  // V7.4.3
  it('after a forgotten password ends the sessions and succeeds during maintenance, too', async () => {
    aws.answer('AdminUserGlobalSignOut', () => ({}));
    await postConfirmation(confirmation(attributes), lambdaContext);
    await changeNotifications('ada-sub', (before) => ({ ...before, devices: [device] }));
    await changeSettings({ maintenance: 'all' }, 'test');
    forgetMaintenance();
    const event = triggerEvent('PostConfirmation_ConfirmForgotPassword', attributes);
    expect(await postConfirmation(event, lambdaContext).catch(String)).toBe(event);
    expect(aws.calls.at(-1)).toMatchObject({ operation: 'AdminUserGlobalSignOut' });
    await despiteMaintenance(() => changeSettings({ maintenance: 'off' }, 'test'));
    forgetMaintenance();
  });

  it('makes no account during maintenance; the first visit afterwards does', async () => {
    await changeSettings({ maintenance: 'all' }, 'test');
    forgetMaintenance();
    const event = confirmation(attributes);
    await expect(postConfirmation(event, lambdaContext)).rejects.toMatchObject({ code: 'maintenance' });
    expect(await getAccount('ada-sub')).toBeUndefined();
    expect(admin()).toEqual([owned]);
    await despiteMaintenance(() => changeSettings({ maintenance: 'off' }, 'test'));
    forgetMaintenance();
    await postConfirmation(event, lambdaContext);
    expect(await getAccount('ada-sub')).toMatchObject({ email: 'ada@example.com' });
  });

  it('fails, and leaves the account to the first visit, when the table is away', async () => {
    const { TABLE_NAME } = process.env;
    process.env.TABLE_NAME = 'absent';
    const event = confirmation(attributes);
    await expect(postConfirmation(event, lambdaContext)).rejects.toThrow();
    process.env.TABLE_NAME = TABLE_NAME;
  });
});
