import { AdminGetUserCommand, SetUserPoolMfaConfigCommand } from '@aws-sdk/client-cognito-identity-provider';
import { signIn, signOut } from 'aws-amplify/auth';
import { startCognito, type TestCognito } from 'local-cloud/test/cognito/cognito-harness.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** Requests to the local Cognito whose first reply is lost: Amplify repeats them. */

const password = 'sup3r-secret';
let cognito: TestCognito;
let pool: { poolId: string; clientId: string };
const stored = new Map<string, string>();
/** The operation whose next reply is lost. */
let lost: string | undefined;
let users = 0;
let email: string;

beforeAll(async () => {
  cognito = await startCognito();
  pool = await cognito.createPool();
  await cognito.admin.send(
    new SetUserPoolMfaConfigCommand({
      UserPoolId: pool.poolId,
      MfaConfiguration: 'OPTIONAL',
      SoftwareTokenMfaConfiguration: { Enabled: true },
    }),
  );
  const network = globalThis.fetch;
  vi.stubGlobal('location', { origin: 'https://site.example', protocol: 'https:', search: '' });
  vi.stubGlobal('document', {
    cookie: '',
    documentElement: { classList: { toggle: vi.fn() } },
    // The identity library looks for the framework that drew the page.
    querySelector: () => null,
    querySelectorAll: () => [],
    getElementById: () => null,
  });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('reportError', (error: unknown) => console.error(error));
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (input === '/config.json')
      return Response.json({
        issuer: `${cognito.origin}/${pool.poolId}`,
        userPoolId: pool.poolId,
        userPoolClientId: pool.clientId,
        social: [],
      });
    const reply = await network(input, init);
    if (new Headers(init?.headers).get('x-amz-target')?.split('.')[1] !== lost) return reply;
    lost = undefined;
    throw new TypeError('Failed to fetch');
  });
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await cognito.stop();
});

beforeEach(() => {
  vi.resetModules();
  stored.clear();
  users += 1;
  email = `chef-${users}@example.com`;
});

async function loadPage() {
  const { createAuthServices } = await import('#web/auth/auth-services.ts');
  const library = await import('#web/lib/cognito.ts');
  await library.configureCognito();
  await signOut();
  const { signInWith } = await import('#web/lib/identity.ts');
  const { notify } = await import('#web/lib/notify.ts');
  const said = vi.spyOn(notify, 'success');
  const services = createAuthServices(
    () => password,
    () => undefined,
  );
  return { ...services, library, signInWith, said };
}

type Page = Awaited<ReturnType<typeof loadPage>>;

/** Signs this test's user up here; the code is in the mailbox then. */
const register = ({ handleSignUp }: Page, chosen = password) =>
  handleSignUp({ username: email, password: chosen, options: { userAttributes: { email } } });

const mailedCode = () => ({ username: email, confirmationCode: cognito.codeFor(email) });

async function registered(chosen = password): Promise<Page> {
  const page = await loadPage();
  await register(page, chosen);
  await page.confirmEmail(mailedCode());
  await signOut();
  return page;
}

describe('a lost reply', () => {
  it('to the code of a sign-up: the email is confirmed, and the user signed in', async () => {
    const page = await loadPage();
    await register(page);
    lost = 'ConfirmSignUp';
    expect(await page.confirmEmail(mailedCode())).toMatchObject({ outcome: 'signedIn' });
    expect(lost).toBeUndefined();
  });

  it('to the new password of a reset: it is changed, and the user signed in', async () => {
    const page = await registered('an0ther-secret');
    await page.handleForgotPassword({ username: email });
    lost = 'ConfirmForgotPassword';
    expect(await page.changePassword({ ...mailedCode(), newPassword: password })).toBe('signedIn');
    expect(page.said).toHaveBeenLastCalledWith('Your password is changed.');
  });

  it('is not assumed where the code of a reset has expired', async () => {
    const page = await registered('an0ther-secret');
    await page.handleForgotPassword({ username: email });
    const code = mailedCode();
    cognito.state.skew += 2 * 3_600_000;
    await expect(page.changePassword({ ...code, newPassword: password })).rejects.toThrow(
      'This code is not valid any more. Please ask for a new one.',
    );
  });

  it('to the password of a sign-in: it begins anew', async () => {
    const page = await registered();
    lost = 'RespondToAuthChallenge';
    expect(await page.handleSignIn({ username: email, password })).toMatchObject({ isSignedIn: true });
    await signOut();
    lost = 'RespondToAuthChallenge';
    expect(await page.signInWith(email, password)).toBe('signedIn');
    expect(lost).toBeUndefined();
  });

  it('to the first code of an authenticator app: the app is on', async () => {
    const { library } = await registered();
    await signIn({ username: email, password });
    const { key } = await library.beginAuthenticatorApp('PlatePost', email);
    lost = 'VerifySoftwareToken';
    const app = new TOTP({ secret: Secret.fromBase32(key) });
    await library.addAuthenticatorApp(app.generate({ timestamp: Date.now() + cognito.state.skew }));
    const user = { UserPoolId: pool.poolId, Username: email };
    expect(await cognito.admin.send(new AdminGetUserCommand(user))).toMatchObject({
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    });
  });
});
