import { Amplify } from 'aws-amplify';
import {
  fetchAuthSession,
  fetchMFAPreference,
  getCurrentUser,
  setUpTOTP,
  signInWithRedirect,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { defaultStorage, Hub } from 'aws-amplify/utils';
import { comeBackTo, passwordScope } from '#shared/domain/sign-in.ts';
import { ApiError } from './api-error.ts';
import { refusalText } from './auth-refusal.ts';
import { siteConfig } from './config.ts';
import { signInOrAnew, unlessDone } from './lost-reply.ts';

/*
 * The only module that imports aws-amplify besides the sign-in form. It is loaded when there is a session to restore or
 * a form to show, so that public pages do not contain it.
 */

let configured: Promise<void> | undefined;

/** Points Amplify at the deployment's user pool, once. */
export function configureCognito(): Promise<void> {
  configured ??= configure().catch((error: unknown) => {
    configured = undefined;
    throw error;
  });
  return configured;
}

async function configure(): Promise<void> {
  const config = await siteConfig();
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.userPoolClientId,
        userPoolEndpoint: new URL(config.issuer).origin,
        loginWith: {
          email: true,
          ...(config.hostedDomain !== undefined && {
            oauth: {
              domain: config.hostedDomain,
              scopes: ['openid', 'email', 'profile'],
              redirectSignIn: [location.origin + comeBackTo.signedIn],
              redirectSignOut: [location.origin + comeBackTo.signedOut],
              responseType: 'code',
            },
          }),
        },
      },
    },
  });
  if (config.hostedDomain !== undefined) await import('aws-amplify/auth/enable-oauth-listener');
}

/** A user's access token. */
export interface UserToken {
  /** Cognito's `sub`. */
  readonly userId: string;
  readonly accessToken: string;
}

/**
 * A valid access token, or undefined when signed out. It is renewed if necessary, and always with `renew`.
 * @throws Cognito's errors under their names, and `NetworkError`
 */
export async function currentToken({ renew }: { readonly renew: boolean }): Promise<UserToken | undefined> {
  await configureCognito();
  await signingInAgain;
  const { tokens, userSub } = await fetchAuthSession({ forceRefresh: renew });
  if (tokens === undefined || userSub === undefined) return undefined;
  return { userId: userSub, accessToken: tokens.accessToken.toString() };
}

/**
 * Deletes the stored tokens, runs `work`, which may ask for a valid access token, then revokes the refresh token. Amplify
 * alone would call the server first, and keep the session if the page is closed before the reply.
 * @throws Cognito's errors under their names
 */
export async function signOutOfCognito(
  work?: (accessToken: () => Promise<string>) => Promise<void>,
): Promise<void> {
  await configureCognito();
  const { authTokenStore } = cognitoUserPoolsTokenProvider;
  const tokens = await authTokenStore.loadTokens();
  await authTokenStore.clearTokens();
  let refreshToken = tokens?.refreshToken;
  if (tokens)
    await work?.(async () => {
      const { accessToken } = tokens;
      const endsAt = (accessToken.payload.exp ?? 0) * 1000;
      if (refreshToken === undefined || endsAt > Date.now() + shortestUse) return accessToken.toString();
      const renewed = await renew(refreshToken);
      refreshToken = renewed.RefreshToken ?? refreshToken;
      return renewed.AccessToken ?? accessToken.toString();
    });
  const revoking = refreshToken === undefined ? undefined : revoke(refreshToken);
  // During the work somebody else may have signed in.
  const isOver = (await authTokenStore.loadTokens()) === null;
  await Promise.all([revoking, isOver && signOut()]);
}

/** An access token that ends within this time, in milliseconds, is renewed before it is used. */
const shortestUse = 60_000;

/** New tokens; nothing if Cognito does not answer or refuses. */
async function renew(RefreshToken: string): Promise<{ AccessToken?: string; RefreshToken?: string }> {
  const ClientId = (await siteConfig()).userPoolClientId;
  const reply = await callUserPool('GetTokensFromRefreshToken', { ClientId, RefreshToken }).catch(() => ({}));
  return (reply as { AuthenticationResult?: object }).AuthenticationResult ?? {};
}

async function revoke(Token: string): Promise<void> {
  await callUserPool('RevokeToken', { ClientId: (await siteConfig()).userPoolClientId, Token });
}

/**
 * Calls an operation whose errors Amplify would hide.
 * @throws them under their names
 */
async function callUserPool(operation: string, input: Readonly<Record<string, string>>): Promise<object> {
  const { issuer } = await siteConfig();
  const reply = await fetch(`${new URL(issuer).origin}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(input),
    // Signing out may leave the page.
    keepalive: true,
  });
  const text = await reply.text();
  // Some operations reply without a body.
  const body = text === '' ? {} : (JSON.parse(text) as object);
  if (reply.ok) return body;
  const { __type = '', message = `Cognito answered ${reply.status}` } = body as {
    __type?: string;
    message?: string;
  };
  throw Object.assign(new Error(message), { name: __type });
}

type Provider = 'Google' | 'Apple';

/** The last chosen provider, for the retry below. */
const providerKey = 'platepost.provider';

/** Opens the provider's sign-in page, which returns to the site's root. */
export async function signInWithProvider(provider: Provider): Promise<void> {
  await configureCognito();
  sessionStorage.setItem(providerKey, provider);
  await signInWithRedirect({ provider });
}

/**
 * Retries a provider's sign-in that returned an error, if that helps: after linking an existing account, Cognito
 * refuses once with "Already found an entry". Resolves to false if there is nothing to retry.
 */
export async function retryProvider(description: string): Promise<boolean> {
  const provider = sessionStorage.getItem(providerKey) as Provider | null;
  sessionStorage.removeItem(providerKey);
  if (provider === null || !description.includes('Already found an entry')) return false;
  await configureCognito();
  await signInWithRedirect({ provider });
  return true;
}

/** A change of the session: a sign-in, a sign-out, or a renewal of the tokens that failed with an error. */
export type AuthChange =
  /** `isReturn`: whether the user came back from a provider's page. */
  | { readonly event: 'signedIn'; readonly isReturn: boolean }
  | { readonly event: 'signedOut' }
  | { readonly event: 'notRenewed'; readonly error: unknown };

/** Reports changes of the session that this tab's forms, redirects and renewals cause. */
export function onAuthChange(listener: (change: AuthChange) => void): () => void {
  return Hub.listen('auth', ({ payload }) => {
    switch (payload.event) {
      case 'signedIn':
        return listener({ event: 'signedIn', isReturn: false });
      case 'signInWithRedirect':
        return listener({ event: 'signedIn', isReturn: true });
      case 'signedOut':
        return listener({ event: 'signedOut' });
      case 'tokenRefresh_failure':
        return listener({ event: 'notRenewed', error: payload.data?.error });
    }
  });
}

/**
 * Whether this session began with the password. After a sign-in by Google or Apple, Cognito lets the user change
 * neither password nor authenticator app.
 */
export async function isSignedInByPassword(): Promise<boolean> {
  await configureCognito();
  const { tokens } = await fetchAuthSession();
  const scope = tokens?.accessToken.payload.scope;
  return typeof scope === 'string' && scope.split(' ').includes(passwordScope);
}

/**
 * Where the user is signed in afterwards: `everywhere` means that the other sessions could not be ended. `unknown`: the
 * connection was lost, and the password may have changed.
 */
type PasswordChange = 'onlyHere' | 'nowhere' | 'everywhere' | 'unknown';

/**
 * Changes the password of the signed-in user, ends all sessions, runs `work` with the last one's access token, which
 * the API still takes, and starts a new session here with the new password. That sign-in fails if it also needs a code.
 * Rejects with Cognito's error, or ApiError `offline`, if the password was not changed. An error of `work` is reported.
 */
export async function changePassword(
  oldPassword: string,
  newPassword: string,
  work: (accessToken: string) => Promise<void>,
): Promise<PasswordChange> {
  await configureCognito();
  const { username } = await getCurrentUser();
  const { tokens } = await fetchAuthSession();
  try {
    // Amplify would repeat a request whose reply was lost, and Cognito would refuse the old password then.
    await callUserPool('ChangePassword', {
      AccessToken: String(tokens?.accessToken),
      PreviousPassword: oldPassword,
      ProposedPassword: newPassword,
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const checking = isPassword(username, newPassword);
    signingInAgain = checking;
    const isChanged = await checking;
    if (isChanged === undefined) return 'unknown';
    if (!isChanged) throw new ApiError('offline');
  }
  const changing = beginOnlySession(username, newPassword, work);
  signingInAgain = changing;
  return changing;
}

/** Whether a sign-in accepts this password; undefined if it gets no answer. */
async function isPassword(username: string, password: string): Promise<boolean | undefined> {
  try {
    await signInBeside(username, password);
    return true;
  } catch (error) {
    const isWrong = error instanceof Error && error.name === 'NotAuthorizedException';
    // After too many attempts Cognito checks no password.
    return isWrong && refusalText(error, 'account') === undefined ? false : undefined;
  }
}

async function beginOnlySession(
  username: string,
  password: string,
  work: (accessToken: string) => Promise<void>,
): Promise<PasswordChange> {
  let accessToken: string;
  try {
    const { tokens } = await fetchAuthSession();
    accessToken = String(tokens?.accessToken);
    await callUserPool('GlobalSignOut', { AccessToken: accessToken });
  } catch (error) {
    reportError(error);
    return 'everywhere';
  }
  await work(accessToken).catch(reportError);
  try {
    const fresh = await signInBeside(username, password);
    for (const [key, value] of fresh ?? []) await defaultStorage.setItem(key, value);
    if (fresh) return 'onlyHere';
  } catch (error) {
    reportError(error);
  }
  await signOut();
  return 'nowhere';
}

/** Settles when tokens may be read: until then, the stored tokens may belong to a session that has ended. */
let signingInAgain: Promise<unknown> | undefined;

/**
 * Signs in next to the existing session, and returns what is to be stored in its place; undefined if a code is needed.
 * Without tokens in between, this tab and others would sign out.
 */
async function signInBeside(
  username: string,
  password: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const fresh = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => fresh.get(key) ?? null,
    setItem: async (key, value) => void fresh.set(key, value),
    removeItem: async (key) => void fresh.delete(key),
    clear: async () => fresh.clear(),
  });
  try {
    const { isSignedIn } = await signInOrAnew({ username, password });
    return isSignedIn ? fresh : undefined;
  } finally {
    cognitoUserPoolsTokenProvider.setKeyValueStorage(defaultStorage);
  }
}

/** Whether sign-in with the password asks for a code of an authenticator app. */
export async function hasAuthenticatorApp(): Promise<boolean> {
  await configureCognito();
  const { enabled } = await fetchMFAPreference();
  return enabled?.includes('TOTP') ?? false;
}

/** Begins to set up an authenticator app: its key (base32), and the address that the app reads from a QR code. */
export async function beginAuthenticatorApp(
  issuer: string,
  account: string,
): Promise<{ readonly key: string; readonly address: string }> {
  await configureCognito();
  const { sharedSecret, getSetupUri } = await setUpTOTP();
  return { key: sharedSecret, address: getSetupUri(issuer, account).href };
}

/**
 * Turns the authenticator app on with a first code of it, and ends all sessions, also this one, because none was
 * started with a code. Rejects with Cognito's error, `EnableSoftwareTokenMFAException` for a wrong code.
 */
export async function addAuthenticatorApp(code: string): Promise<void> {
  await configureCognito();
  // The preference is refused unless the app was verified.
  await unlessDone(
    'VerifySoftwareToken',
    () => verifyTOTPSetup({ code }),
    async () => undefined,
  );
  await updateMFAPreference({ totp: 'PREFERRED' });
  await signOut({ global: true });
}

/** Turns the authenticator app off: sign-in needs only the password from now on. */
export async function removeAuthenticatorApp(): Promise<void> {
  await configureCognito();
  await updateMFAPreference({ totp: 'DISABLED' });
}
