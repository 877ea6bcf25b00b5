import {
  AdminDeleteUserCommand,
  AdminUserGlobalSignOutCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { confirmSignUp, fetchAuthSession, signIn, signUp } from 'aws-amplify/auth';
import { Hub } from 'aws-amplify/utils';
import { decodeJwt } from 'jose';
import { startCognito, type TestCognito } from 'local-cloud/test/cognito/cognito-harness.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { keepWantedPlan, wantedPlan } from '#web/lib/wanted-plan.ts';

/** The site's session with the real identity library, against the local Cognito; the browser is a few globals. */

const browser = vi.hoisted(() => {
  const stored = new Map<string, string>();
  const methods = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    clear: () => stored.clear(),
  };
  const localStorage = new Proxy(methods, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: (_methods, key) =>
      stored.has(String(key)) ? { configurable: true, enumerable: true } : undefined,
  });
  // Before the identity library is imported: it looks once where it can keep its tokens.
  const sessionStorage = new Map<string, string>();
  Object.assign(globalThis, {
    localStorage,
    sessionStorage: {
      getItem: (key: string) => sessionStorage.get(key) ?? null,
      setItem: (key: string, value: string) => void sessionStorage.set(key, value),
      removeItem: (key: string) => void sessionStorage.delete(key),
    },
    window: { localStorage },
  });
  return { stored };
});

const password = 'sup3r-secret';
const reported = vi.fn();
let cognito: TestCognito;
let pool: { poolId: string; clientId: string };
/** Fake of the network; gets the name of Cognito's operation. */
let onRequest: (operation: string) => void;
/** Gets the name of Cognito's operation when it was done, before its reply arrives. */
let onReply: (operation: string) => void;
/** Answers the renewal of tokens in place of Cognito. */
let replyToRenewal: (() => Response | Promise<Response>) | undefined;

type SessionModule = typeof import('#web/lib/session.ts');

/** Events of the window of the page that was loaded last. */
const page = { events: new EventTarget() };

/** A change by another tab of the storage that all tabs share. */
function otherTab(change: () => void): void {
  change();
  page.events.dispatchEvent(Object.assign(new Event('storage'), { key: 'platepost.session' }));
}

beforeAll(async () => {
  cognito = await startCognito();
  pool = await cognito.createPool();
  const network = globalThis.fetch;
  vi.stubGlobal('reportError', reported);
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (input === '/config.json') {
      onRequest('config.json');
      return Response.json({
        issuer: `${cognito.origin}/${pool.poolId}`,
        userPoolId: pool.poolId,
        userPoolClientId: pool.clientId,
        social: [],
      });
    }
    const operation = new Headers(init?.headers).get('x-amz-target')?.split('.')[1] ?? '';
    onRequest(operation);
    if (operation === 'GetTokensFromRefreshToken' && replyToRenewal) return replyToRenewal();
    const reply = await network(input, init);
    onReply(operation);
    return reply;
  });
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await cognito.stop();
});

beforeEach(() => {
  onRequest = () => undefined;
  onReply = () => undefined;
  replyToRenewal = undefined;
  browser.stored.clear();
});

afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock('#web/lib/cognito.ts');
  vi.doUnmock('#web/lib/photo-previews.ts');
  reported.mockClear();
});

/** The site's module as a page loads it: anew, with what the browser has stored. */
async function loadPage(search = ''): Promise<SessionModule> {
  vi.resetModules();
  const events = new EventTarget();
  page.events = events;
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('location', {
    origin: 'https://site.example',
    protocol: 'https:',
    search,
    replace: vi.fn(),
  });
  vi.stubGlobal('document', {
    cookie: '',
    documentElement: { classList: { toggle: vi.fn() } },
    // The identity library looks for the framework that drew the page.
    querySelector: () => null,
    querySelectorAll: () => [],
    getElementById: () => null,
  });
  return import('#web/lib/session.ts');
}

/** The session as a component sees it, rendered as JSON. */
function sessionOf({ useSession }: SessionModule): unknown {
  const html = renderToStaticMarkup(createElement(() => JSON.stringify(useSession())));
  return JSON.parse(html.replaceAll('&quot;', '"'));
}

let users = 0;

/** The email of somebody new, who has confirmed it. */
async function newUser(): Promise<string> {
  users += 1;
  const email = `session-${users}@example.com`;
  await signUp({ username: email, password, options: { userAttributes: { email } } });
  await confirmSignUp({ username: email, confirmationCode: cognito.codeFor(email) });
  return email;
}

/** Somebody new, signed in on this browser since an earlier visit. */
async function earlierVisit(): Promise<string> {
  browser.stored.clear();
  const page = await loadPage();
  await page.readSession();
  const email = await newUser();
  await signIn({ username: email, password });
  await expect.poll(() => sessionOf(page)).toMatchObject({ status: 'signedIn' });
  return (await fetchAuthSession()).userSub ?? '';
}

const hint = () => browser.stored.has('platepost.session');
/** How long the cookie is kept that tells the edge of a session, in seconds; 0 removes it. */
const cookieSeconds = () => Number(/; max-age=(\d+); samesite=lax; secure$/.exec(document.cookie)?.[1]);

describe('the session', () => {
  // C4.1
  it('is unknown at first, and absent for a visitor, who never asks the identity library', async () => {
    const requests: string[] = [];
    onRequest = (operation) => requests.push(operation);
    const page = await loadPage();
    expect(sessionOf(page)).toEqual({ status: 'loading' });
    expect(page.mayHaveSession()).toBe(false);
    await page.startSession();
    expect(sessionOf(page)).toEqual({ status: 'signedOut' });
    expect(requests).toEqual([]);
  });

  // C7.9
  it('of an earlier visit is unknown until it was read, then there with its user', async () => {
    const userId = await earlierVisit();
    const page = await loadPage();
    // C4.1
    expect(page.mayHaveSession()).toBe(true);
    const reading = page.startSession();
    expect(sessionOf(page)).toEqual({ status: 'loading' });
    await reading;
    // C3.43, C4.4
    expect(sessionOf(page)).toEqual({ status: 'signedIn', userId });
  });

  it('has its valid token before the browser runs another task, for what a closing document sends', async () => {
    await earlierVisit();
    const page = await loadPage();
    await page.startSession();
    let token = '';
    void page.accessToken({ renew: false }).then((found) => {
      token = found;
    });
    for (let turn = 0; turn < 500; turn += 1) await Promise.resolve();
    expect(token).not.toBe('');
  });

  it('follows every event: signed in, and ended by the server', async () => {
    const page = await loadPage();
    await page.readSession();
    // C4.4
    expect(sessionOf(page)).toEqual({ status: 'signedOut' });
    const email = 'events@example.com';
    await signUp({ username: email, password, options: { userAttributes: { email } } });
    await confirmSignUp({ username: email, confirmationCode: cognito.codeFor(email) });
    // C7.9
    expect(sessionOf(page)).toEqual({ status: 'signedOut' });
    await signIn({ username: email, password });
    const { userSub } = await fetchAuthSession();
    // C4.2
    await expect.poll(() => sessionOf(page)).toEqual({ status: 'signedIn', userId: userSub });
    expect(hint()).toBe(true);
    expect(cookieSeconds()).toBeGreaterThan(86_400);

    await cognito.admin.send(new AdminUserGlobalSignOutCommand({ UserPoolId: pool.poolId, Username: email }));
    await fetchAuthSession({ forceRefresh: true });
    await expect.poll(() => sessionOf(page)).toEqual({ status: 'signedOut', expired: true });
    expect(hint()).toBe(false);
    expect(cookieSeconds()).toBe(0);
  });

  it('holds tokens over visits and gives each call a valid one, renewed when it has run out', async () => {
    const userId = await earlierVisit();
    const kept = [...browser.stored.keys()].filter((key) => key.includes(userId));
    // C7.2, C7.10
    expect(kept.map((key) => key.split('.').at(-1))).toEqual(
      expect.arrayContaining(['accessToken', 'idToken', 'refreshToken']),
    );
    const page = await loadPage();
    await page.startSession();
    const token = await page.accessToken({ renew: false });
    expect([...browser.stored.values()]).toContain(token);
    expect(await page.accessToken({ renew: false })).toBe(token);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
    const renewed = await page.accessToken({ renew: false });
    expect(renewed).not.toBe(token);
    expect([...browser.stored.values()]).toContain(renewed);
    // C3.43
    expect(sessionOf(page)).toEqual({ status: 'signedIn', userId });
  });
});

describe('coming back from a provider', () => {
  /** The greetings of a page, which are not shown. */
  async function greetings() {
    const { notify } = await import('#web/lib/notify.ts');
    return vi.spyOn(notify, 'success').mockImplementation(() => undefined).mock.calls;
  }

  it('greets the user, which a sign-in by the form does itself', async () => {
    await earlierVisit();
    const page = await loadPage();
    await page.startSession();
    const shown = await greetings();
    Hub.dispatch('auth', { event: 'signedIn' });
    await page.readSession();
    expect(shown).toEqual([]);
    Hub.dispatch('auth', { event: 'signInWithRedirect' });
    await expect.poll(() => shown).toEqual([['Welcome back!', { yields: true }]]);
  });

  it('without a session greets nobody', async () => {
    const page = await loadPage();
    await page.readSession();
    const shown = await greetings();
    Hub.dispatch('auth', { event: 'signInWithRedirect' });
    await page.readSession();
    expect(sessionOf(page)).toEqual({ status: 'signedOut' });
    expect(shown).toEqual([]);
  });
});

describe('a session', () => {
  it('says whether it began with the password', async () => {
    await earlierVisit();
    const { isSignedInByPassword } = await import('#web/lib/cognito.ts');
    expect(await isSignedInByPassword()).toBe(true);
    // As a sign-in by Google grants them.
    const [key = '', token = ''] = [...browser.stored].find(([name]) => name.endsWith('.accessToken')) ?? [];
    const claims = { ...decodeJwt(token), scope: 'openid email profile' };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    browser.stored.set(key, token.replace(/\.[^.]+\./, `.${payload}.`));
    expect(await isSignedInByPassword()).toBe(false);
  });
});

describe('what this device keeps', () => {
  const native = navigator;
  const unsubscribe = vi.fn(async () => true);

  beforeEach(() => {
    unsubscribe.mockClear();
    const subscription = { unsubscribe };
    const registration = { pushManager: { getSubscription: async () => subscription } };
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  });

  afterAll(() => void vi.stubGlobal('navigator', native));

  it('ends its messages at a start without tokens, and without a session if it was somebody’s', async () => {
    await earlierVisit();
    for (const key of tokens()) browser.stored.delete(key);
    unsubscribe.mockClear();
    await (await loadPage()).startSession();
    await expect.poll(() => unsubscribe.mock.calls.length).toBe(1);

    browser.stored.clear();
    await (await loadPage()).startSession();
    browser.stored.set('platepost.push', 'somebody');
    await (await loadPage()).startSession();
    await expect.poll(() => unsubscribe.mock.calls.length).toBe(2);
    expect(browser.stored.has('platepost.push')).toBe(false);
  });

  it('loses the previews of others when somebody signs in, and keeps their own', async () => {
    const removePreviewsOfOthers = vi.fn(async () => undefined);
    vi.doMock('#web/lib/photo-previews.ts', () => ({ removePreviewsOfOthers }));
    const userId = await earlierVisit();
    await expect.poll(() => removePreviewsOfOthers.mock.calls).toEqual([[userId]]);
    await (await loadPage()).startSession();
    expect(removePreviewsOfOthers).toHaveBeenCalledOnce();
  });
});

const tokens = () => [...browser.stored.keys()].filter((key) => /token/i.test(key));

describe('a failing network', () => {
  const lost = () => {
    throw new TypeError('Failed to fetch');
  };

  it('never ends a session: the renewal of a token that has run out waits for it', async () => {
    const userId = await earlierVisit();
    const page = await loadPage();
    await page.startSession();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
    onRequest = lost;
    await expect(page.accessToken({ renew: false })).rejects.toMatchObject({ code: 'offline' });
    await expect(page.accessToken({ renew: true })).rejects.toMatchObject({ code: 'offline' });
    expect(sessionOf(page)).toEqual({ status: 'signedIn', userId });
    expect(tokens()).toHaveLength(3);

    onRequest = () => undefined;
    const renewed = await page.accessToken({ renew: false });
    expect([...browser.stored.values()]).toContain(renewed);
    expect(sessionOf(page)).toEqual({ status: 'signedIn', userId });
  });

  it.each([
    ['InternalErrorException', 500],
    ['TooManyRequestsException', 429],
  ])('is not ended either when the identity provider replies %s', async (name, status) => {
    const userId = await earlierVisit();
    const page = await loadPage();
    await page.startSession();
    replyToRenewal = () => Response.json({ __type: name, message: 'Try later' }, { status });
    await expect(page.accessToken({ renew: true })).rejects.toMatchObject({ code: 'busy' });
    expect(sessionOf(page)).toEqual({ status: 'signedIn', userId });
    expect(tokens()).toHaveLength(3);
  });

  it('at the start leaves it open whether there is a session, until it can be read', async () => {
    const userId = await earlierVisit();
    const page = await loadPage();
    onRequest = lost;
    await page.startSession();
    expect(sessionOf(page)).toEqual({ status: 'unreachable' });
    await page.restartSession();
    expect(sessionOf(page)).toEqual({ status: 'unreachable' });
    expect(hint()).toBe(true);
    onRequest = () => undefined;
    await page.restartSession();
    expect(sessionOf(page)).toEqual({ status: 'signedIn', userId });
    expect(reported).not.toHaveBeenCalled();
  });

  it('that never replies leaves it open as well, after a timeout', async () => {
    await earlierVisit();
    const page = await loadPage();
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout'],
      now: Date.now() + 2 * 3_600_000,
    });
    let answer: (late: Response) => void = () => undefined;
    replyToRenewal = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    void page.startSession();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sessionOf(page)).toEqual({ status: 'unreachable' });
    expect(tokens()).toHaveLength(3);
    expect(reported).not.toHaveBeenCalled();
    // The library gives later calls the answer of a renewal that is under way.
    answer(new Response(null, { status: 500 }));
  });

  it('is tried again as soon as the browser is online', async () => {
    const userId = await earlierVisit();
    const { startSession, useSession } = await loadPage();
    onRequest = lost;
    await startSession();
    onRequest = () => undefined;
    page.events.dispatchEvent(new Event('online'));
    await expect
      .poll(() => sessionOf({ useSession } as SessionModule))
      .toEqual({ status: 'signedIn', userId });
  });
});

describe('another tab', () => {
  it('that signs out signs out here, without an ended session', async () => {
    await earlierVisit();
    const page = await loadPage();
    await page.startSession();
    otherTab(() => browser.stored.clear());
    expect(sessionOf(page)).toEqual({ status: 'signedOut' });
  });

  it('that signs in signs in here', async () => {
    const userId = await earlierVisit();
    const signedIn = new Map(browser.stored);
    browser.stored.clear();
    const page = await loadPage();
    await page.startSession();
    expect(sessionOf(page)).toEqual({ status: 'signedOut' });
    otherTab(() => signedIn.forEach((value, key) => void browser.stored.set(key, value)));
    await expect.poll(() => sessionOf(page)).toEqual({ status: 'signedIn', userId });
  });

  it('that signs in or out clears the plan chosen here', async () => {
    await earlierVisit();
    const signedIn = new Map(browser.stored);
    browser.stored.clear();
    await (await loadPage()).startSession();
    keepWantedPlan('pro');
    otherTab(() => signedIn.forEach((value, key) => void browser.stored.set(key, value)));
    expect(wantedPlan()).toBeUndefined();

    await (await loadPage()).startSession();
    keepWantedPlan('pro');
    otherTab(() => browser.stored.clear());
    expect(wantedPlan()).toBeUndefined();
  });

  it('that signs in as somebody else gives this tab a new page, and no call their token before', async () => {
    await earlierVisit();
    const second = new Map(browser.stored);
    const firstId = await earlierVisit();
    const page = await loadPage();
    await page.startSession();
    expect(sessionOf(page)).toEqual({ status: 'signedIn', userId: firstId });
    const become = () => {
      browser.stored.clear();
      for (const [key, value] of second) browser.stored.set(key, value);
    };

    // A call may be quicker than the browser's event.
    become();
    await expect(page.accessToken({ renew: false })).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(sessionOf(page)).toEqual({ status: 'loading' });
    expect(location.replace).toHaveBeenCalledExactlyOnceWith('/');
    // The other user's tokens stay.
    expect(tokens()).toHaveLength(3);
    otherTab(() => undefined);
    await expect(page.accessToken({ renew: false })).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(sessionOf(page)).toEqual({ status: 'loading' });
    expect(tokens()).toHaveLength(3);
  });

  it('is noticed by its event, too', async () => {
    await earlierVisit();
    const second = new Map(browser.stored);
    await earlierVisit();
    const page = await loadPage();
    await page.startSession();
    otherTab(() => {
      browser.stored.clear();
      for (const [key, value] of second) browser.stored.set(key, value);
    });
    expect(sessionOf(page)).toEqual({ status: 'loading' });
    expect(location.replace).toHaveBeenCalledExactlyOnceWith('/');
    // The first user's page must not end the second user's session.
    await page.endSession();
    expect(tokens()).toHaveLength(3);
  });
});

describe('a changed password', () => {
  const chosen = 'ev3n-more-secret';

  /** A session here, and the tokens of one on another device. */
  async function twoDevices() {
    const userId = await earlierVisit();
    const elsewhere = new Map(browser.stored);
    browser.stored.clear();
    await signIn({ username: `session-${users}@example.com`, password });
    const page = await loadPage();
    await page.startSession();
    const cognito = await import('#web/lib/cognito.ts');
    const changePassword = (from: string, to: string, work = async (_accessToken: string) => {}) =>
      cognito.changePassword(from, to, work);
    const isAliveElsewhere = async () => {
      browser.stored.clear();
      for (const [key, value] of elsewhere) browser.stored.set(key, value);
      return (await fetchAuthSession({ forceRefresh: true })).tokens !== undefined;
    };
    return { userId, page, changePassword, isAliveElsewhere };
  }

  it('ends the sessions on other devices; here, a new one goes on without a pause', async () => {
    const { userId, page, changePassword, isAliveElsewhere } = await twoDevices();
    const before = await page.accessToken({ renew: false });
    const during: Promise<string>[] = [];
    onRequest = (operation) => {
      if (operation === 'RespondToAuthChallenge') during.push(page.accessToken({ renew: false }));
    };
    expect(await changePassword(password, chosen)).toBe('onlyHere');
    const after = await page.accessToken({ renew: true });
    expect(decodeJwt(after).origin_jti).not.toBe(decodeJwt(before).origin_jti);
    const [called] = await Promise.all(during);
    expect(decodeJwt(called ?? '').origin_jti).toBe(decodeJwt(after).origin_jti);
    expect(sessionOf(page)).toEqual({ status: 'signedIn', userId });
    expect(hint()).toBe(true);
    expect(reported).not.toHaveBeenCalled();
    // V7.4.3
    expect(await isAliveElsewhere()).toBe(false);
  });

  it('still has a token for the API when the other sessions have ended, whatever comes of it', async () => {
    const { page, changePassword, isAliveElsewhere } = await twoDevices();
    const before = decodeJwt(await page.accessToken({ renew: false }));
    const heard: string[] = [];
    onRequest = (operation) => heard.push(operation);
    const outcome = await changePassword(password, chosen, async (token) => {
      heard.push('work');
      expect(decodeJwt(token).origin_jti).toBe(before.origin_jti);
      throw new TypeError('Failed to fetch');
    });
    expect(outcome).toBe('onlyHere');
    expect(heard.slice(0, 4)).toEqual(['ChangePassword', 'GlobalSignOut', 'work', 'InitiateAuth']);
    expect(reported).toHaveBeenCalledOnce();
    expect(await isAliveElsewhere()).toBe(false);
  });

  it('signs out here as well where the new sign-in fails', async () => {
    const { page, changePassword, isAliveElsewhere } = await twoDevices();
    onRequest = (operation) => {
      if (operation === 'InitiateAuth') throw new TypeError('Failed to fetch');
    };
    expect(await changePassword(password, chosen)).toBe('nowhere');
    // Its user knows why it ended: nothing has expired.
    await expect.poll(() => sessionOf(page)).toEqual({ status: 'signedOut', changed: true });
    expect(tokens()).toEqual([]);
    onRequest = () => undefined;
    expect(await isAliveElsewhere()).toBe(false);
  });

  it('says that other sessions go on where they could not be ended', async () => {
    const { userId, page, changePassword, isAliveElsewhere } = await twoDevices();
    onRequest = (operation) => {
      if (operation === 'GlobalSignOut') throw new TypeError('Failed to fetch');
    };
    expect(await changePassword(password, chosen)).toBe('everywhere');
    expect(sessionOf(page)).toEqual({ status: 'signedIn', userId });
    expect(reported).toHaveBeenCalledOnce();
    expect(await isAliveElsewhere()).toBe(true);
  });

  describe('whose reply is lost', () => {
    const lose = (operation: string) => (done: string) => {
      if (done === operation) throw new TypeError('Failed to fetch');
    };

    it('ends the sessions on other devices, too', async () => {
      const { userId, page, changePassword, isAliveElsewhere } = await twoDevices();
      onReply = lose('ChangePassword');
      expect(await changePassword(password, chosen)).toBe('onlyHere');
      expect(sessionOf(page)).toEqual({ status: 'signedIn', userId });
      expect(await page.accessToken({ renew: true })).not.toBe('');
      expect(await isAliveElsewhere()).toBe(false);
    });

    it('may not have reached the server, which then still knows the old password and all sessions', async () => {
      const { userId, page, changePassword, isAliveElsewhere } = await twoDevices();
      onRequest = lose('ChangePassword');
      await expect(changePassword(password, chosen)).rejects.toMatchObject({ code: 'offline' });
      expect(sessionOf(page)).toEqual({ status: 'signedIn', userId });
      expect(await isAliveElsewhere()).toBe(true);
    });

    it('leaves it open which password holds while no sign-in is answered', async () => {
      const { userId, page, changePassword } = await twoDevices();
      onReply = lose('ChangePassword');
      onRequest = lose('InitiateAuth');
      expect(await changePassword(password, chosen)).toBe('unknown');
      expect(sessionOf(page)).toEqual({ status: 'signedIn', userId });
    });
  });

  it('that is refused leaves every session as it is', async () => {
    const { userId, page, changePassword, isAliveElsewhere } = await twoDevices();
    await expect(changePassword('not this one', chosen)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    expect(sessionOf(page)).toEqual({ status: 'signedIn', userId });
    expect(await isAliveElsewhere()).toBe(true);
  });
});

describe('signing out', () => {
  it('forgets session, user and tokens here before the server hears of it', async () => {
    await earlierVisit();
    const page = await loadPage();
    await page.startSession();
    expect(tokens()).toHaveLength(3);
    const heard: unknown[] = [];
    onRequest = (operation) => heard.push([operation, sessionOf(page), hint(), tokens()]);
    const ending = page.signOut();
    // C4.3, V7.4.1, V14.3.1
    expect(sessionOf(page)).toEqual({ status: 'signedOut' });
    await ending;
    // T1.I1
    expect(heard).toEqual([['RevokeToken', { status: 'signedOut' }, false, []]]);
    expect(sessionOf(page)).toEqual({ status: 'signedOut' });
    expect(reported).not.toHaveBeenCalled();
  });

  it('keeps no token while unfinished work still uses it', async () => {
    await earlierVisit();
    const page = await loadPage();
    await page.startSession();
    const token = await page.accessToken({ renew: false });
    const seen: unknown[] = [];
    onRequest = (operation) => seen.push(operation);
    page.runBeforeSignOut(async () => {
      seen.push([tokens(), await page.accessToken({ renew: false })]);
    });
    await page.signOut();
    expect(seen).toEqual([[[], token], 'RevokeToken']);
    await expect(page.accessToken({ renew: false })).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('renews a token that has run out for unfinished work, and revokes the new refresh token', async () => {
    await earlierVisit();
    const page = await loadPage();
    await page.startSession();
    const stored = await page.accessToken({ renew: false });
    const copied = new Map(browser.stored);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60 * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    let used = '';
    page.runBeforeSignOut(async () => {
      used = await page.accessToken({ renew: false });
    });
    await page.signOut();
    expect(decodeJwt(used).sub).toBe(decodeJwt(stored).sub);
    expect((decodeJwt(used).exp ?? 0) * 1000).toBeGreaterThan(Date.now());
    expect(tokens()).toEqual([]);
    for (const [key, value] of copied) browser.stored.set(key, value);
    await expect(fetchAuthSession({ forceRefresh: true })).resolves.toMatchObject({ tokens: undefined });
  });

  it('leaves the session of whoever signs in while unfinished work goes on', async () => {
    await earlierVisit();
    const next = await newUser();
    const page = await loadPage();
    await page.startSession();
    page.runBeforeSignOut(async () => {
      await signIn({ username: next, password });
    });
    await page.signOut();
    expect(tokens()).toHaveLength(3);
  });

  it('is finished at the next start if the page was closed before the tokens were removed', async () => {
    await earlierVisit();
    browser.stored.delete('platepost.session');
    await (await loadPage()).startSession();
    expect(tokens()).toEqual([]);
  });

  it('makes a copied refresh token worthless', async () => {
    await earlierVisit();
    const copied = new Map(browser.stored);
    const page = await loadPage();
    await page.startSession();
    await page.signOut();
    for (const [key, value] of copied) browser.stored.set(key, value);
    // C7.7, B7.32, T1.I1, V10.4.5
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
  });

  it('is done here too when the server does not answer', async () => {
    await earlierVisit();
    const page = await loadPage();
    await page.startSession();
    onRequest = () => {
      throw new TypeError('Failed to fetch');
    };
    await page.signOut();
    // C8.13, C8.14
    expect(sessionOf(page)).toEqual({ status: 'signedOut' });
    expect(tokens()).toEqual([]);
    expect(reported.mock.calls).toEqual([[new TypeError('Failed to fetch')]]);
  });

  // C8.12
  it('from a session that the server has ended is no error', async () => {
    const userId = await earlierVisit();
    const page = await loadPage();
    await page.startSession();
    await cognito.admin.send(new AdminDeleteUserCommand({ UserPoolId: pool.poolId, Username: userId }));
    await page.signOut();
    expect(tokens()).toEqual([]);
    expect(reported).not.toHaveBeenCalled();
  });

  const named = (name: string, message: string) => Object.assign(new Error(message), { name });
  const gone = 'Session from session_id claim in JWT does not exist';
  it.each([
    ['a session that the server no longer knows', named('AuthApiError', gone), 0],
    ['a token that was revoked', named('NotAuthorizedException', 'Access Token has been revoked'), 0],
    ['a user who is gone', named('UserNotFoundException', 'User does not exist.'), 0],
    ['anything else', named('InternalErrorException', 'Something broke'), 1],
  ])('with %s shows nothing to the user, and logs errors', async (_what, error, times) => {
    const page = await loadPage();
    vi.doMock('#web/lib/cognito.ts', () => ({ signOutOfCognito: () => Promise.reject(error) }));
    await page.signOut();
    // C8.12, C8.13
    expect(sessionOf(page)).toEqual({ status: 'signedOut' });
    expect(reported.mock.calls).toEqual(Array(times).fill([error]));
  });
});
