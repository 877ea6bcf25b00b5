import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, it, vi } from 'vitest';

/** Starts the service worker in a world of its own; `network` answers what it asks for. */
function startWorker(network: (request: Request) => Promise<Response>) {
  const listeners = new Map<string, (event: unknown) => void>();
  const claim = vi.fn(async () => {});
  const enable = vi.fn(async () => {});
  const world = createContext({
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    skipWaiting: vi.fn(),
    registration: { navigationPreload: { enable } },
    clients: { claim },
    crypto,
    fetch: network,
    Response,
    URL,
  });
  runInContext(readFileSync('web/public/service-worker.js', 'utf8'), world);
  return {
    claim,
    enable,
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
