import { escapeHtml } from '#src/http/html.ts';
import type { Message } from './message.ts';

const style = `
  :root { color-scheme: light dark; --paper: #fffbf5; --card: #ffffff; --ink: #1f1a17; --quiet: #6b5f58;
    --line: #eadfd2; --tomato: #c22f17; --shadow: 0 1px 2px rgb(60 30 10 / 6%), 0 8px 24px rgb(60 30 10 / 6%); }
  @media (prefers-color-scheme: dark) { :root { --paper: #171310; --card: #221c18; --ink: #f6ede4;
    --quiet: #b5a69b; --line: #3a302a; --tomato: #ff8a70; --shadow: none; } }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif; }
  main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem 5rem; }
  h1 { margin: 0; font: 700 2rem/1.2 'Bricolage Grotesque', Inter, system-ui, sans-serif; }
  h2 { margin: 0; font: 600 1.125rem/1.35 'Bricolage Grotesque', Inter, system-ui, sans-serif;
    overflow-wrap: anywhere; }
  h2 a::after { content: ''; position: absolute; inset: 0; border-radius: 12px; }
  h2 a { color: inherit; text-decoration: none; }
  a { color: var(--tomato); text-underline-offset: 3px; }
  .lead { margin: .5rem 0 2rem; color: var(--quiet); }
  ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; }
  .card { position: relative; background: var(--card); border: 1px solid var(--line); border-radius: 12px;
    padding: 1.25rem 1.5rem; box-shadow: var(--shadow); }
  .card:hover { border-color: var(--tomato); }
  .card:focus-within { outline: 2px solid var(--tomato); outline-offset: 2px; }
  .meta { margin: .125rem 0 0; color: var(--quiet); font-size: .875rem; overflow-wrap: anywhere; }
  .code { position: relative; z-index: 1; width: fit-content; margin: .75rem 0 .25rem; color: var(--tomato);
    font: 700 2.5rem/1.1 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; letter-spacing: .12em;
    overflow-wrap: anywhere; user-select: all; }
  .text { margin: .5rem 0 0; white-space: pre-line; overflow-wrap: anywhere; }
  .short { display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden; }
  iframe { width: 100%; height: 36rem; margin-top: 1.5rem; border: 1px solid var(--line); border-radius: 12px;
    background: #fff; color-scheme: light; }
  .empty { padding: 3rem 1.5rem; text-align: center; border: 1px dashed var(--line); border-radius: 12px; }
  .empty p { margin: .5rem 0 0; color: var(--quiet); }
`;

const page = (title: string, refresh: boolean, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh ? '<meta http-equiv="refresh" content="5">' : ''}
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main>
${content}
</main></body>
</html>`;

const sentAt = (message: Message): string => {
  const readable = new Date(message.sentAt).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
  return `<time datetime="${message.sentAt}">${readable}</time>`;
};

const code = (message: Message): string =>
  message.code ? `<p class="code">${escapeHtml(message.code)}</p>` : '';

/** All messages, newest first. The page reloads itself every five seconds. */
export const messageListPage = (messages: readonly Message[], to: string | undefined): string => {
  const items = messages.map(
    (message) => `<li class="card">
<h2><a href="/_local/mail/${message.id}">${escapeHtml(message.subject)}</a></h2>
<p class="meta">To ${escapeHtml(message.to)} · ${sentAt(message)}</p>
${code(message)}
<p class="text short">${escapeHtml(message.text)}</p>
</li>`,
  );
  const lead = to
    ? `Mail to ${escapeHtml(to)}. <a href="/_local/mail">Show all mail</a>`
    : 'Every e-mail the product “sends” from this machine lands here and goes nowhere else.';
  return page(
    messages.length > 0 ? `Mailbox (${messages.length})` : 'Mailbox',
    true,
    `<h1>Mailbox</h1>
<p class="lead">${lead}</p>
${
  items.length > 0
    ? `<ol>${items.join('\n')}</ol>`
    : '<div class="empty"><h2>No mail yet</h2><p>Sign up, and the code to confirm your address appears here.</p></div>'
}`,
  );
};

/** One message with its HTML as a mail program would show it, in a frame that can run and load nothing. */
export const messagePage = (message: Message): string =>
  page(
    message.subject,
    false,
    `<p><a href="/_local/mail">Mailbox</a></p>
<h1>${escapeHtml(message.subject)}</h1>
<p class="meta">To ${escapeHtml(message.to)} · ${sentAt(message)}</p>
${code(message)}
${
  message.html === undefined
    ? `<p class="text">${escapeHtml(message.text)}</p>`
    : `<iframe title="The message" sandbox srcdoc="${escapeHtml(message.html)}"></iframe>`
}`,
  );
