import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostOf, openSite, type Site } from '#src/cloud/site.ts';

let site: Site;

beforeAll(async () => {
  site = await openSite({
    name: 'Example',
    port: 0,
    mailbox: {
      deliver: () => Promise.reject(new Error('Nothing is delivered here')),
      list: () => [],
      handle: (_req, res) => void res.end('mail'),
    },
    edge: () => undefined,
    admits: undefined,
  });
});

afterAll(() => {
  site.server.close();
});

/** The answer to a request that is sent as it is written. */
async function send(...lines: readonly string[]): Promise<string> {
  const socket = connect(Number(hostOf(site.server).split(':')[1]), '127.0.0.1');
  await once(socket, 'connect');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  return text(socket);
}

describe('the site', () => {
  it.each(['127.0.0.1:3000', 'localhost', '[::1]:3000'])('shows the mailbox to %s', async (host) => {
    expect(await send('GET /_local/mail HTTP/1.1', `Host: ${host}`)).toMatch(/^HTTP\/1.1 200 .*mail$/s);
  });

  it.each([
    'attacker.example:3000',
    'localhost.attacker.example',
    '127.0.0.1.attacker.example',
  ])('does not show the mailbox to a page of %s', async (host) => {
    expect(await send('GET /_local/mail.json HTTP/1.1', `Host: ${host}`)).toMatch(/^HTTP\/1.1 421 /);
  });

  it('refuses a request without a host', async () => {
    expect(await send('GET /api/me HTTP/1.0')).toMatch(/^HTTP\/1.1 400 /);
  });
});
