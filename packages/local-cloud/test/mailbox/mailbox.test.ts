import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailbox, type Mailbox } from '#src/mailbox/mailbox.ts';
import type { Message } from '#src/mailbox/message.ts';

let directory: string;
let mailbox: Mailbox;
let server: Server;
let url: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platepost-mailbox-'));
  mailbox = createMailbox({ directory });
  server = createServer((req, res) => mailbox.handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_local/mail`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(directory, { recursive: true, force: true });
});

describe('the mailbox', () => {
  it('lists the newest message first and finds those of one address', async () => {
    await mailbox.deliver({ to: 'ada@example.com', subject: 'First', text: 'Your code is 111111.' });
    await mailbox.deliver({ to: 'bob@example.com', subject: 'Second', text: 'Call 0123456789.' });
    await mailbox.deliver({ to: 'Ada@Example.com', subject: 'Third', text: 'x', code: 'hX4!' });
    expect(mailbox.list().map(({ subject, code }) => [subject, code])).toEqual([
      ['Third', 'hX4!'],
      ['Second', undefined],
      ['First', '111111'],
    ]);
    const response = await fetch(`${url}.json?to=ADA@example.com`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    // Other sites in the same browser must not read the codes.
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(((await response.json()) as Message[]).map(({ subject }) => subject)).toEqual(['Third', 'First']);
  });

  it('turns HTML into the text that a person would read', async () => {
    const { text, code } = await mailbox.deliver({
      to: 'ada@example.com',
      subject: 'Hello',
      html: '<html><head><title>T</title><style>p{color:#123456}</style></head><body><h1>Fish &amp; chips</h1><p>Your code is<br><b>004217</b></p></body></html>',
    });
    expect(text).toBe('Fish & chips\nYour code is\n004217');
    expect(code).toBe('004217');
  });

  it('keeps the newest 200 messages, on disk, one after another', async () => {
    await Promise.all(
      Array.from({ length: 205 }, (_, index) =>
        mailbox.deliver({ to: 'ada@example.com', subject: `Mail ${index}`, text: 'x' }),
      ),
    );
    const reopened = createMailbox({ directory }).list();
    expect(reopened).toHaveLength(200);
    expect(reopened[0]?.subject).toBe('Mail 204');
    expect(reopened.at(-1)?.subject).toBe('Mail 5');
    expect(JSON.parse(await readFile(join(directory, 'mailbox.json'), 'utf8'))).toEqual(reopened);
  });

  it('shows messages on a page that runs no script, whatever is in them', async () => {
    expect(await (await fetch(url)).text()).toContain('No mail yet');
    const { id } = await mailbox.deliver({
      to: '"><img src=x onerror=alert(1)>@example.com',
      subject: '<script>alert(1)</script>',
      html: '<p>Your code is 424242</p><script>alert(1)</script>',
    });
    for (const address of [url, `${url}/${id}`]) {
      const response = await fetch(address);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(html).toContain('<p class="code">424242</p>');
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(html).not.toMatch(/<script|<img/);
    }
    expect(await (await fetch(`${url}/${id}`)).text()).toContain('<iframe title="The message" sandbox ');
  });

  it('answers nothing else', async () => {
    expect((await fetch(`${url}/no-such-message`)).status).toBe(404);
    expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(405);
  });
});
