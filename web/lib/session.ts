import { useSyncExternalStore } from 'react';
import { passwordFirst } from '#shared/domain/sign-in.ts';
import { sessionHintCookie } from '#shared/public-pages.ts';
import { paths } from '#web/paths.ts';
import { ApiError } from './api-error.ts';

/** The state of the session. Public pages never wait for it (readings 29). */
export type Session =
  | { readonly status: 'loading' }
  /** `expired`: it ended without a sign-out. */
  | { readonly status: 'signedOut'; readonly expired?: boolean }
  | { readonly status: 'signedIn'; readonly userId: string };

/**
 * Set while a session exists, so that a visitor without one never loads the identity library. A cookie tells the
 * edge whether to serve the app or the landing page at `/`, and a class of the root element tells the styles of
 * public pages (the snippet in index.html sets it before the first paint).
 */
const hintKey = 'platepost.session';
/** The longest lifetime that browsers allow a cookie: 400 days. */
const hintSeconds = 400 * 24 * 60 * 60;

let session: Session = { status: 'loading' };
const listeners = new Set<() => void>();

function set(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function hint(): boolean {
  try {
    return localStorage.getItem(hintKey) !== null;
  } catch {
    return false;
  }
}

function setHint(present: boolean): void {
  try {
    if (present) localStorage.setItem(hintKey, '1');
    else localStorage.removeItem(hintKey);
  } catch {
    // A browser that forbids storage only loses this optimisation.
  }
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers we serve.
  document.cookie = `${sessionHintCookie}=1; path=/; max-age=${present ? hintSeconds : 0}; samesite=lax${secure}`;
  document.documentElement.classList.toggle('session', present);
}

/** Whether this load of the page may have a session: a hint is stored, or a provider sends the user back. */
export function mayHaveSession(): boolean {
  const search = new URLSearchParams(location.search);
  return hint() || providerRefusal() !== undefined || (search.has('code') && search.has('state'));
}

/** The error of a provider's sign-in that returned without a session, or undefined. Some have no description. */
function providerRefusal(): string | undefined {
  const search = new URLSearchParams(location.search);
  return search.get('error_description') ?? search.get('error') ?? undefined;
}

/** Restores the session of an earlier visit. Called once, when the site starts. */
export async function startSession(): Promise<void> {
  if (!mayHaveSession()) {
    set({ status: 'signedOut' });
    return;
  }
  const refusal = providerRefusal();
  if (refusal === undefined) return readSession();
  const { retryProvider } = await import('./cognito.ts');
  if (await retryProvider(refusal)) return;
  const reason = refusal.includes(passwordFirst) ? 'passwordFirst' : 'provider';
  location.replace(`${paths.signIn}&reason=${reason}`);
}

/** Updates the state from the identity library, after a sign-in or at the start. */
export async function readSession(): Promise<void> {
  try {
    const cognito = await import('./cognito.ts');
    listen(cognito.onAuthChange);
    const userId = await cognito.currentUserId();
    setHint(userId !== undefined);
    set(userId === undefined ? { status: 'signedOut' } : { status: 'signedIn', userId });
  } catch (error) {
    reportError(error);
    set({ status: 'signedOut' });
  }
}

let listening = false;

function listen(onAuthChange: (listener: (event: 'signedIn' | 'signedOut') => void) => void): void {
  if (listening) return;
  listening = true;
  onAuthChange((event) => {
    if (event === 'signedIn') void readSession();
    else if (session.status === 'signedIn') void endSession();
  });
}

let ending = false;

/**
 * Ends a session that the server no longer accepts. It first removes the tokens, which the sign-in form would take
 * for a session.
 */
export async function endSession(): Promise<void> {
  if (ending) return;
  ending = true;
  try {
    const { signOutOfCognito } = await import('./cognito.ts');
    await signOutOfCognito();
  } catch (error) {
    if (!isGone(error)) reportError(error);
  } finally {
    ending = false;
    forget({ status: 'signedOut', expired: session.status === 'signedIn' });
  }
}

function forget(next: Session): void {
  setHint(false);
  if (session.status !== 'signedOut') set(next);
}

/**
 * Signs out: the local state first, then the server. A session that the server no longer knows is no error; other
 * errors are reported, and the session stays ended.
 */
export async function signOut(): Promise<void> {
  forget({ status: 'signedOut' });
  try {
    const { signOutOfCognito } = await import('./cognito.ts');
    await signOutOfCognito();
  } catch (error) {
    if (!isGone(error)) reportError(error);
  }
}

/**
 * Replies of a server that no longer knows the session or its user (customer-product.md section 8, and Cognito).
 */
function isGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.message.includes('Session from session_id claim in JWT does not exist')) return true;
  return ['NotAuthorizedException', 'UnauthorizedException', 'UserNotFoundException'].includes(error.name);
}

/** A valid access token, refreshed where needed. Throws an ApiError `unauthenticated` when there is none. */
export async function accessToken(): Promise<string> {
  const { currentAccessToken } = await import('./cognito.ts');
  let token: string | undefined;
  try {
    token = await currentAccessToken();
  } catch (error) {
    // Amplify's name for a lost connection; the session is still valid.
    if (error instanceof Error && error.name === 'NetworkError') throw new ApiError('offline');
  }
  if (token === undefined) {
    void endSession();
    throw new ApiError('unauthenticated', { message: 'Your session has ended. Please sign in again.' });
  }
  return token;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current session; renders again when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => session,
  );
}
