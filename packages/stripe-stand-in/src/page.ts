import { escapeHtml } from './html.ts';

/** The frame of the hosted pages. They contain no scripts and make no requests to other servers. */

const style = `
  :root { color-scheme: light dark; --paper: #fffbf5; --card: #fff; --ink: #1f1a17; --quiet: #6b5f58;
    --line: #eadfd2; --field: #b5a498; --tomato: #c22f17; --on-tomato: #fff; --note: #fdf0d9; --bad: #a3240f;
    --bad-paper: #fdece8; --good: #2f6b34; --good-paper: #eaf4e6; }
  @media (prefers-color-scheme: dark) { :root { --paper: #171310; --card: #221c18; --ink: #f6ede4;
    --quiet: #b5a69b; --line: #3a302a; --field: #7d6d62; --tomato: #ff8a70; --on-tomato: #1f1a17;
    --note: #3a2c12; --bad: #ffb3a3; --bad-paper: #43201a; --good: #a9d8a0; --good-paper: #22351f; } }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif; }
  main { max-width: 34rem; margin: 0 auto; padding: 2.5rem 1.25rem 5rem; display: grid; gap: 1.25rem; }
  main.wide { max-width: 62rem; }
  h1 { margin: 0; font: 700 1.875rem/1.2 'Bricolage Grotesque', Inter, system-ui, sans-serif; }
  h2 { margin: 0; font: 600 1.125rem/1.3 'Bricolage Grotesque', Inter, system-ui, sans-serif; }
  p, ul { margin: 0; }
  a { color: var(--tomato); text-underline-offset: 3px; }
  .note { background: var(--note); border-radius: 12px; padding: .875rem 1rem; font-size: .9375rem; }
  .alert { border-radius: 12px; padding: .875rem 1rem; background: var(--bad-paper); color: var(--bad);
    font-weight: 600; }
  .done { background: var(--good-paper); color: var(--good); }
  .quiet { color: var(--quiet); font-size: .9375rem; }
  section { display: grid; gap: 1rem; background: var(--card); border: 1px solid var(--line);
    border-radius: 12px; padding: 1.5rem; min-width: 0; }
  .row { display: flex; justify-content: space-between; gap: .5rem 1.25rem; align-items: baseline; flex-wrap: wrap; }
  .row > :last-child { text-align: end; }
  .total { border-top: 1px solid var(--line); padding-top: 1rem; font-weight: 700; font-size: 1.25rem; }
  .line { border-top: 1px solid var(--line); padding-top: .875rem; }
  .amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
  .actions { display: flex; flex-wrap: wrap; gap: .625rem; align-items: center; }
  form { display: grid; gap: .875rem; margin: 0; }
  .actions form, td form { display: inline-grid; }
  label { display: grid; gap: .25rem; font-weight: 500; }
  input { font: inherit; color: inherit; background: var(--paper); min-height: 44px; width: 100%;
    border: 1px solid var(--field); border-radius: 8px; padding: .5rem .75rem; }
  button, .button { display: inline-grid; place-items: center; font: inherit; font-weight: 600; min-height: 44px;
    border-radius: 999px; padding: .5rem 1.25rem; border: 1px solid var(--tomato); background: var(--tomato);
    color: var(--on-tomato); cursor: pointer; text-decoration: none; }
  td button { white-space: nowrap; }
  .second { background: transparent; color: var(--ink); border-color: var(--field); }
  :focus-visible { outline: 2px solid var(--tomato); outline-offset: 2px; }
  .scroll { overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
  th, td { text-align: start; padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); vertical-align: middle; }
  thead th { border-top: 0; color: var(--quiet); font-weight: 500; }
  code { font: .875rem ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
`;

/** A text that is HTML already; everything else that `html` is given is escaped. */
export interface Html {
  html: string;
}

type Part = string | number | Html | false | null | undefined | readonly Html[];

const partToHtml = (part: Part): string => {
  if (part === undefined || part === null || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map(({ html: inner }) => inner).join('\n');
};

/** A template whose values cannot break out of their place. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: strings.map((text, index) => (index === 0 ? text : partToHtml(parts[index - 1]) + text)).join(''),
});

export interface PageOptions {
  title: string;
  wide?: boolean;
}

export const page = ({ title, wide = false }: PageOptions, ...content: Html[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main${wide ? ' class="wide"' : ''}>
${content.map(({ html: part }) => part).join('\n')}
</main></body>
</html>`;

/** A note on every page, so that it is not mistaken for Stripe's own. */
export const standIn = html`<p class="note">This page stands in for Stripe on this machine. It needs no real card and moves no money.</p>`;

export const pounds = (pence: number): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(pence / 100);

/** `14 March 2027`, in UTC. */
export const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `14 Mar 2027, 09:30:00`. */
export const moment = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  });
