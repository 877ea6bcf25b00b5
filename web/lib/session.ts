import { signInRefusalIn } from '#shared/domain/sign-in.ts';
import { sessionHintCookie } from '#shared/public-pages.ts';
import { paths } from '#web/paths.ts';
import { ApiError } from './api-error.ts';
import { authWords } from './auth-words.ts';
import type { AuthChange, UserToken } from './cognito.ts';
import { siteAnswers } from './config.ts';
import { externalStore } from './external-store.ts';
import { notify } from './notify.ts';
import { leaveDevice, rememberedOwner } from './push-subscription.ts';
import { withinTime } from './time-limit.ts';
import { dropWantedAddress } from './wanted-address.ts';
import { dropWantedPlan } from './wanted-plan.ts';

/** The state of the session. Public pages never wait for it (readings 29). */
export type Session =
  | { readonly status: 'loading' }
  /** `expired`: it ended without a sign-out. `changed`: its user changed how to sign in, and a message said so. */
  | { readonly status: 'signedOut'; readonly expired?: boolean; readonly changed?: boolean }
  /** The session could not be read, but may exist: the connection or a server failed. */
  | { readonly status: 'unreachable' }
  | { readonly status: 'signedIn'; readonly userId: string };

/**
 * Key under which the user's id is stored while a session exists, so that a visitor without one never loads the
 * identity library, and other tabs notice another user. A cookie tells the edge whether to serve the app or the landing
 * page at `/`, and a class of the root element tells the styles of public pages (the snippet in index.html sets it
 * before the first paint).
 */
const hintKey = 'platepost.session';
/** The longest lifetime that browsers allow a cookie: 400 days. */
const hintSeconds = 400 * 24 * 60 * 60;

const session = externalStore<Session>(() => ({ status: 'loading' }));

/** The current session; renders again when it changes. */
export const useSession = session.useValue;

/** The user of this browser's session; null without a session, undefined where storage is forbidden. */
function storedUser(): string | null | undefined {
  try {
    return localStorage.getItem(hintKey);
  } catch {
    return undefined;
  }
}

function setHint(userId: string | null): void {
  try {
    if (userId !== null) localStorage.setItem(hintKey, userId);
    else localStorage.removeItem(hintKey);
  } catch {
    // Without storage only this optimisation is lost.
  }
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers we serve.
  document.cookie = `${sessionHintCookie}=1; path=/; max-age=${userId === null ? 0 : hintSeconds}; samesite=lax${secure}`;
  document.documentElement.classList.toggle('session', userId !== null);
}

/** Whether there may be a session at this page load: a hint is stored, or a provider redirects the user back. */
export function mayHaveSession(): boolean {
  const search = new URLSearchParams(location.search);
  return (
    typeof storedUser() === 'string' ||
    providerRefusal() !== undefined ||
    (search.has('code') && search.has('state'))
  );
}

/** Removes Amplify's tokens of a sign-out that its page did not live to finish: the sign-in form would take them. */
function removeLeftTokens(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('CognitoIdentityServiceProvider.') && key.endsWith('Token'))
        localStorage.removeItem(key);
  } catch {
    // Without storage there are no tokens.
  }
}

/** The error of a provider's sign-in that returned without a session, or undefined. Some have no description. */
function providerRefusal(): string | undefined {
  const search = new URLSearchParams(location.search);
  return search.get('error_description') ?? search.get('error') ?? undefined;
}

let library: Promise<typeof import('./cognito.ts')> | undefined;

/**
 * The identity library. A repeated import would wait for a task of the browser, and a document that is being closed runs
 * no more of them.
 */
function identityLibrary(): Promise<typeof import('./cognito.ts')> {
  library ??= import('./cognito.ts').catch((error: unknown) => {
    library = undefined;
    throw error;
  });
  return library;
}

/** Restores the session of an earlier visit. Called once, when the site starts. */
export async function startSession(): Promise<void> {
  followOtherTabs();
  greetOtherUser();
  if (!mayHaveSession()) {
    removeLeftTokens();
    // An earlier session ended without a sign-out.
    if (rememberedOwner() !== null) void leaveDevice();
    session.set({ status: 'signedOut' });
    return;
  }
  const refusal = providerRefusal();
  if (refusal === undefined) return readSession();
  try {
    const { retryProvider } = await identityLibrary();
    if (await retryProvider(refusal)) return;
  } catch (error) {
    return failToReach(error);
  }
  const reason = signInRefusalIn(refusal)?.reason ?? 'provider';
  location.replace(`${paths.signIn}&reason=${reason}`);
}

/** Repeats a failed start. A script that could not be loaded may need a reload, once the site is reachable. */
export async function restartSession(): Promise<void> {
  await startSession();
  if (session.get().status !== 'unreachable') return;
  if (await siteAnswers()) location.reload();
}

/**
 * Timeout in milliseconds after which the start of a session counts as unreachable: requests of the identity library
 * have no timeout.
 */
const renewalTimeout = 20_000;

/** Updates the state from the identity library, after a sign-in or at the start. */
export async function readSession(): Promise<void> {
  try {
    const cognito = await identityLibrary();
    listen(cognito.onAuthChange);
    const token = await withinTime(renewalTimeout, undefined, () => cognito.currentToken({ renew: false }));
    if (token !== undefined) return beginSession(token.userId);
    forget({ status: 'signedOut' });
  } catch (error) {
    if (hasEnded(error)) return endSession();
    failToReach(error);
  }
}

/** Marks the session as unreachable. A known session stays as it is, and each of its calls tries again. */
function failToReach(error: unknown): void {
  if (!isNetworkError(error)) reportError(error);
  if (session.get().status !== 'signedIn') session.set({ status: 'unreachable' });
}

/**
 * The first user of this document. If another user signs in later, the document is reloaded, so that they share no
 * memory.
 */
let owner: string | undefined;

function beginSession(userId: string): void {
  // The former session may have ended without a sign-out. Its own user finds the photos of a draft again.
  if (storedUser() !== userId)
    void import('./photo-previews.ts')
      .then(({ removePreviewsOfOthers }) => removePreviewsOfOthers(userId))
      .catch(() => undefined);
  setHint(userId);
  owner ??= userId;
  if (owner !== userId) startAfresh();
  else if (session.get().status !== 'signedIn') session.set({ status: 'signedIn', userId });
}

const otherUserKey = 'platepost.other-user';

/** Reloads the site for another user. Until then, none of the first user's data is shown. */
function startAfresh(): void {
  session.set({ status: 'loading' });
  dropWantedAddress();
  dropWantedPlan();
  try {
    sessionStorage.setItem(otherUserKey, '1');
  } catch {
    // Without storage, the reloaded page shows no message.
  }
  location.replace(paths.home);
}

function greetOtherUser(): void {
  try {
    if (sessionStorage.getItem(otherUserKey) === null) return;
    sessionStorage.removeItem(otherUserKey);
    notify.info('You are now signed in with another account.');
  } catch {
    // Without storage there is no message to show.
  }
}

let following = false;

/** Follows the sign-ins and sign-outs of other tabs, which share the session. */
function followOtherTabs(): void {
  if (following) return;
  following = true;
  addEventListener('storage', ({ key }) => {
    if (key === hintKey || key === null) compareWithOtherTabs();
  });
  // A page in the back/forward cache has received no events in the meantime.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) compareWithOtherTabs();
  });
  addEventListener('online', () => {
    if (session.get().status === 'unreachable') void startSession();
  });
}

/** Value of the hint in an earlier release, which does not contain the user's id. */
const unnamed = '1';

function compareWithOtherTabs(): void {
  const userId = storedUser();
  if (userId === undefined) return;
  if (userId === null) forget({ status: 'signedOut' });
  else if (session.get().status !== 'signedIn') {
    // The other tab's user may not be the visitor who chose a plan here, and must not get two checkouts.
    dropWantedPlan();
    void readSession();
  } else if (isOther(userId)) startAfresh();
}

function isOther(userId: string | null | undefined): boolean {
  return owner !== undefined && typeof userId === 'string' && userId !== unnamed && userId !== owner;
}

let listening = false;

function listen(onAuthChange: (listener: (change: AuthChange) => void) => void): void {
  if (listening) return;
  listening = true;
  onAuthChange((change) => {
    if (change.event === 'signedIn') void followSignIn(change.isReturn);
    else if (session.get().status !== 'signedIn') return;
    // Changes of the password and the authenticator app end the session this way; a sign-out has removed it before.
    else if (change.event === 'signedOut') void endSession({ changed: true });
    else if (hasEnded(change.error)) void endSession();
  });
}

async function followSignIn(isReturn: boolean): Promise<void> {
  await readSession();
  if (isReturn && session.get().status === 'signedIn')
    notify.success(authWords.welcomeBack, { yields: true });
}

let ending = false;

/**
 * Ends a session that the server no longer accepts; `changed`: because of a change by its user. It removes the tokens
 * first, because the sign-in form would take them for a session.
 */
export async function endSession({ changed = false } = {}): Promise<void> {
  if (ending) return;
  // The stored tokens belong to another user.
  if (isOther(storedUser())) return startAfresh();
  ending = true;
  // Otherwise another tab has signed out.
  const isExpired = session.get().status === 'signedIn' && storedUser() !== null;
  try {
    const { signOutOfCognito } = await identityLibrary();
    await signOutOfCognito();
  } catch (error) {
    if (!hasEnded(error) && !isNetworkError(error)) reportError(error);
  } finally {
    ending = false;
    forget({ status: 'signedOut', ...(changed ? { changed } : { expired: isExpired }) });
  }
}

function forget(next: Session): void {
  setHint(null);
  void leaveDevice();
  if (session.get().status === 'signedIn') dropWantedPlan();
  if (session.get().status !== 'signedOut') session.set(next);
}

const unfinishedWork = new Set<() => Promise<void>>();

/** Runs `work` at a sign-out, before the server ends the session. Returns a function that cancels this. */
export function runBeforeSignOut(work: () => Promise<void>): () => void {
  unfinishedWork.add(work);
  return () => unfinishedWork.delete(work);
}

/** Longest time in milliseconds that unfinished work delays the end of the session at the server. */
const unfinishedWorkTimeout = 5000;
/** The access token for unfinished work, which is not stored any more. */
let leavingToken: string | undefined;

async function finishWork(token: () => Promise<string>): Promise<void> {
  const work = [...unfinishedWork];
  if (work.length === 0) return;
  const finishing = async () => {
    leavingToken = await token();
    await Promise.allSettled(work.map((run) => run()));
  };
  await withinTime(unfinishedWorkTimeout, undefined, finishing).catch(() => undefined);
  leavingToken = undefined;
}

/**
 * Signs out: first the local state and the tokens, then at the server. A session that the server no longer knows is no
 * error; other errors are reported, and the session stays ended.
 */
export async function signOut(): Promise<void> {
  forget({ status: 'signedOut' });
  try {
    const { signOutOfCognito } = await identityLibrary();
    await signOutOfCognito(finishWork);
  } catch (error) {
    if (!hasEnded(error)) reportError(error);
  }
  await import('./photo-previews.ts')
    .then(({ removePreviews }) => removePreviews())
    // Without storage there are no previews.
    .catch(() => undefined);
}

/**
 * Whether an error means for certain that the session, its tokens or its user are no longer accepted
 * (customer-product.md section 8, and Cognito). A failing network or server says nothing about the session.
 */
function hasEnded(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.message.includes('Session from session_id claim in JWT does not exist')) return true;
  return endings.some((name) => error.name.startsWith(name));
}

const endings = [
  'NotAuthorizedException',
  'UnauthorizedException',
  'UserNotFoundException',
  'TokenRevokedException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
  'RefreshTokenReuseException',
  // No refresh token is left.
  'UserUnAuthenticatedException',
];

/** Whether an error is Amplify's for a lost connection, a timeout, or a script that could not be loaded. */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ApiError) return error.code === 'offline';
  return error instanceof TypeError || ['NetworkError', 'TimeoutError'].includes(error.name);
}

/**
 * A valid access token, renewed if necessary and always with `renew`.
 * @throws ApiError `unauthenticated` if the session has ended, a transient one if that is unknown; nothing was sent
 * then
 */
export async function accessToken({ renew }: { readonly renew: boolean }): Promise<string> {
  if (leavingToken !== undefined && session.get().status !== 'signedIn') return leavingToken;
  let token: UserToken | undefined;
  try {
    const { currentToken } = await identityLibrary();
    token = await currentToken({ renew });
  } catch (error) {
    if (!hasEnded(error)) throw new ApiError(isNetworkError(error) ? 'offline' : 'busy', { isUnsent: true });
  }
  if (token === undefined) {
    void endSession();
    const message = 'Your session has ended. Please sign in again.';
    throw new ApiError('unauthenticated', { message, isUnsent: true });
  }
  if (owner !== undefined && token.userId !== owner) {
    startAfresh();
    throw new ApiError('unauthenticated', { message: 'Another account has signed in.', isUnsent: true });
  }
  return token.accessToken;
}

/** The user who is signed in now; for code outside of components. */
export function signedInUser(): string | undefined {
  const current = session.get();
  return current.status === 'signedIn' ? current.userId : undefined;
}
