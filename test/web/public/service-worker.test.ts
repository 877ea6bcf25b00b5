import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, it, vi } from 'vitest';

/** Starts the service worker in a world of its own; `network` answers what it asks for. */
function startWorker(network: (request: Request) => Promise<Response>) {
  const listeners = new Map<string, (event: unknown) => void>();
  const claim = vi.fn(async () => {});
  const enable = vi.fn(async () => {});
  const showNotification = vi.fn(async () => {});
  const subscribe = vi.fn(async () => {});
  const openWindow = vi.fn(async () => {});
  const tabs: unknown[] = [];
  const world = createContext({
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    skipWaiting: vi.fn(),
    registration: { navigationPreload: { enable }, showNotification, pushManager: { subscribe } },
    clients: { claim, openWindow, matchAll: async () => tabs },
    location: new URL('https://site.example/service-worker.js'),
    crypto,
    fetch: network,
    MessageChannel,
    Response,
    URL,
    setTimeout,
  });
  runInContext(readFileSync('web/public/service-worker.js', 'utf8'), world);
  return {
    claim,
    enable,
    showNotification,
    subscribe,
    openWindow,
    tabs,
    /** Sends an event and waits for what the worker does. */
    async does(type: string, event: object) {
      let work: Promise<unknown> | undefined;
      const waitUntil = (given: Promise<unknown>) => {
        work = given;
      };
      listeners.get(type)?.({ ...event, waitUntil });
      await work;
    },
    send: (type: string, event: unknown) => listeners.get(type)?.(event),
    /** The worker's answer; undefined where it leaves the request to the browser. */
    async ask(path: string, options: { mode?: string; method?: string } = {}) {
      let answer: Promise<Response> | undefined;
      const request = { mode: 'navigate', method: 'GET', url: `https://site.example${path}`, ...options };
      listeners.get('fetch')?.({
        request,
        preloadResponse: Promise.resolve(undefined),
        respondWith: (given: Promise<Response>) => {
          answer = given;
        },
      });
      return answer;
    },
  };
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'));

it('answers a page that cannot be loaded with words of its own, which may only run its own script', async () => {
  const answer = await startWorker(offline).ask('/studio?view=gallery');
  expect(answer?.headers.get('content-type')).toContain('text/html');
  const html = (await answer?.text()) ?? '';
  expect(html).toContain('You are offline');
  const policy = answer?.headers.get('content-security-policy') ?? '';
  const [, nonce] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
  expect(nonce).toMatch(/^[\w-]{36}$/);
  expect(html.match(/<script[^>]*>/g)).toEqual(Array(2).fill(`<script nonce="${nonce}">`));
});

it('shows what the network answers, also an error', async () => {
  const worker = startWorker(async () => new Response('gone', { status: 404 }));
  expect((await worker.ask('/nowhere'))?.status).toBe(404);
});

it.each([
  ['an answer of the API', '/api/me', {}],
  ['a picture', '/media/1.jpg', {}],
  ['a request of a page', '/config.json', { mode: 'cors' }],
  ['a sent form', '/auth', { method: 'POST' }],
])('leaves %s to the browser', async (_what, path, options) => {
  expect(await startWorker(offline).ask(path, options)).toBeUndefined();
});

it('replaces an earlier worker at once', async () => {
  const { send, claim, enable } = startWorker(offline);
  let work: Promise<void> | undefined;
  send('activate', {
    waitUntil: (given: Promise<void>) => {
      work = given;
    },
  });
  await work;
  expect(claim).toHaveBeenCalledOnce();
  expect(enable).toHaveBeenCalledOnce();
});

it('has no store', () => {
  expect(readFileSync('web/public/service-worker.js', 'utf8')).not.toMatch(/caches|indexedDB/);
});

const message = {
  title: '“Ramen” is ready',
  body: 'Two pictures to choose from.',
  path: '/studio?view=gallery',
};

it('shows a message of the server, in place of an earlier one', async () => {
  const { does, showNotification } = startWorker(offline);
  await does('push', { data: { json: () => message } });
  expect(showNotification.mock.calls).toEqual([
    [
      message.title,
      expect.objectContaining({ body: message.body, tag: 'ready', data: { path: '/studio?view=gallery' } }),
    ],
  ]);
});

const pressed = (path = message.path) => ({ notification: { close: vi.fn(), data: { path } } });

/** An open tab; `answer` is what its app says to an address, and undefined for a page that does not listen. */
function openTab(focused: boolean, answer?: boolean) {
  return {
    focused,
    focus: vi.fn(async () => {}),
    navigate: vi.fn(),
    postMessage: vi.fn((_message: unknown, [port]: MessagePort[]) => {
      if (answer !== undefined) port?.postMessage(answer);
    }),
  };
}

it('shows what a pressed message is about in a new tab if none is open', async () => {
  const worker = startWorker(offline);
  await worker.does('notificationclick', pressed());
  expect(worker.openWindow.mock.calls).toEqual([['https://site.example/studio?view=gallery']]);
});

it('lets the app in the focused tab show it, which keeps what the tab is doing', async () => {
  const worker = startWorker(offline);
  const [behind, tab] = [openTab(false, true), openTab(true, true)];
  worker.tabs.push(behind, tab);
  await worker.does('notificationclick', pressed());
  expect(tab.postMessage.mock.calls).toEqual([
    [{ goTo: '/studio?view=gallery', before: expect.any(Number) }, [expect.any(MessagePort)]],
  ]);
  expect(tab.focus).toHaveBeenCalledOnce();
  expect(tab.navigate).not.toHaveBeenCalled();
  expect(behind.postMessage).not.toHaveBeenCalled();
  expect(worker.openWindow).not.toHaveBeenCalled();
});

it.each([
  ['is busy', false],
  ['has an earlier copy of the app, or another page', undefined],
])('opens a new tab beside one that %s, and leaves that one alone', async (_what, answer) => {
  const worker = startWorker(offline);
  const tab = openTab(true, answer);
  worker.tabs.push(tab);
  await worker.does('notificationclick', pressed());
  expect(worker.openWindow.mock.calls).toEqual([['https://site.example/studio?view=gallery']]);
  expect(tab.focus).not.toHaveBeenCalled();
  expect(tab.navigate).not.toHaveBeenCalled();
});

it('opens a new tab where the browser does not let it focus the open one', async () => {
  const worker = startWorker(offline);
  const tab = openTab(false, true);
  tab.focus.mockRejectedValue(new Error('Not allowed to focus a window'));
  worker.tabs.push(tab);
  await worker.does('notificationclick', pressed());
  expect(worker.openWindow).toHaveBeenCalledOnce();
});

it('never leads to another site', async () => {
  const worker = startWorker(offline);
  await worker.does('notificationclick', pressed('//evil.example/'));
  expect(worker.openWindow.mock.calls).toEqual([['https://site.example']]);
  const tab = openTab(true, true);
  worker.tabs.push(tab);
  await worker.does('notificationclick', pressed('//evil.example/'));
  expect(tab.postMessage.mock.calls).toMatchObject([[{ goTo: '/' }, [expect.anything()]]]);
});

it('subscribes again when the browser has ended a subscription', async () => {
  const { does, subscribe } = startWorker(offline);
  const options = { userVisibleOnly: true };
  await does('pushsubscriptionchange', { oldSubscription: { options } });
  expect(subscribe.mock.calls).toEqual([[options]]);
});
