import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '#src/json-file.ts';
import { messageListPage, messagePage } from './mailbox-page.ts';
import type { Message } from './message.ts';

/** A message that is put into the mailbox. Give `html` or `text`. */
export interface OutgoingMessage {
  to: string;
  subject: string;
  html?: string;
  text?: string;
  /** The code in the message; without it, the first six-digit number in the text. */
  code?: string;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
}

export interface Mailbox {
  /** Resolves once the message is on disk. */
  deliver: (message: OutgoingMessage) => Promise<Message>;
  /** Newest first; with `to`, only mail to that address. */
  list: (to?: string) => Message[];
  /** Serves `/_local/mail`, `/_local/mail/<id>` and `/_local/mail.json`, each with an optional `?to=`. */
  handle: (req: IncomingMessage, res: ServerResponse) => void;
}

/** How many messages are kept; the oldest go first. */
const capacity = 200;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

/** The readable text of an HTML message. */
const readableText = (html: string): string =>
  html
    .replace(/<(style|script|head|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<br\s*\/?>|<\/(p|div|h[1-6]|li|tr|table)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const codeIn = (text: string): string | undefined => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];

/** The mailbox of the local cloud, kept in one file under `directory`. */
export const createMailbox = ({ directory }: { directory: string }): Mailbox => {
  const file = join(directory, 'mailbox.json');
  let messages = (readJsonFile(file) ?? []) as Message[];

  const list = (to?: string) =>
    to ? messages.filter((message) => message.to.toLowerCase() === to.toLowerCase()) : [...messages];

  return {
    async deliver({ to, subject, html, text, code, headers }) {
      const readable = text ?? readableText(html ?? '');
      const found = code ?? codeIn(readable);
      const message: Message = {
        id: randomUUID(),
        to,
        subject,
        text: readable,
        ...(html !== undefined && { html }),
        ...(found !== undefined && { code: found }),
        ...(headers && { headers }),
        sentAt: new Date().toISOString(),
      };
      messages = [message, ...messages].slice(0, capacity);
      await writeJsonFile(file, messages);
      return message;
    },
    list,
    handle(req, res) {
      const url = new URL(req.url ?? '/', 'http://local');
      const to = url.searchParams.get('to') ?? undefined;
      const send = (status: number, contentType: string, content: string) => {
        res.writeHead(status, {
          'content-type': `${contentType}; charset=utf-8`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          // Mail is shown in a sandboxed frame, which takes over this policy: no scripts, nothing from outside.
          'content-security-policy':
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'",
        });
        res.end(req.method === 'HEAD' ? undefined : content);
      };
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        return send(405, 'text/plain', 'The mailbox can only be read.');
      }
      if (url.pathname === '/_local/mail.json') {
        return send(200, 'application/json', JSON.stringify(list(to)));
      }
      if (url.pathname === '/_local/mail') {
        return send(200, 'text/html', messageListPage(list(to), to));
      }
      const message = messages.find(({ id }) => url.pathname === `/_local/mail/${id}`);
      return message
        ? send(200, 'text/html', messagePage(message))
        : send(404, 'text/plain', 'There is no such message.');
    },
  };
};
