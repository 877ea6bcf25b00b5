import { escapeHtml } from '#src/http/html.ts';

const style = `
  :root { color-scheme: light dark; --paper: #fffbf5; --card: #fff; --ink: #1f1a17; --quiet: #6b5f58;
    --line: #eadfd2; --field: #b5a498; --tomato: #c22f17; --on-tomato: #fff; --note: #fdf0d9; }
  @media (prefers-color-scheme: dark) { :root { --paper: #171310; --card: #221c18; --ink: #f6ede4;
    --quiet: #b5a69b; --line: #3a302a; --field: #7d6d62; --tomato: #ff8a70; --on-tomato: #1f1a17;
    --note: #3a2c12; } }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif; }
  main { max-width: 28rem; margin: 0 auto; padding: 3rem 1.25rem; display: grid; gap: 1.25rem; }
  h1 { margin: 0; font: 700 1.75rem/1.2 'Bricolage Grotesque', Inter, system-ui, sans-serif; }
  h2 { margin: 0; font: 600 1.125rem/1.3 'Bricolage Grotesque', Inter, system-ui, sans-serif; }
  p { margin: 0; }
  .note { background: var(--note); border-radius: 12px; padding: .875rem 1rem; font-size: .9375rem; }
  section { display: grid; gap: 1rem; background: var(--card); border: 1px solid var(--line);
    border-radius: 12px; padding: 1.5rem; }
  form { display: grid; gap: .875rem; margin: 0; }
  label { display: grid; gap: .25rem; font-weight: 500; }
  label.check { grid-template-columns: auto 1fr; gap: .625rem; align-items: center; font-weight: 400; }
  input:not([type=checkbox]) { font: inherit; color: inherit; background: var(--paper); min-height: 44px;
    border: 1px solid var(--field); border-radius: 8px; padding: .5rem .75rem; width: 100%; }
  input[type=checkbox] { width: 20px; height: 20px; accent-color: var(--tomato); }
  button { font: inherit; font-weight: 600; min-height: 44px; border-radius: 999px; padding: .5rem 1.25rem;
    border: 1px solid var(--tomato); background: var(--tomato); color: var(--on-tomato); cursor: pointer;
    overflow-wrap: anywhere; }
  button.known, button.cancel { background: transparent; color: var(--ink); border-color: var(--field); }
  button.cancel { width: 100%; }
  :focus-visible { outline: 2px solid var(--tomato); outline-offset: 2px; }
  hr { width: 100%; border: 0; border-top: 1px solid var(--line); margin: 0; }
`;

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main>
${content}
</main></body>
</html>`;

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

interface ConsentChoice {
  provider: string;
  /** The provider's name for display. */
  label: string;
  /** People who signed in here before. */
  known: { email: string; name: string; emailVerified: boolean }[];
}

/** Replaces the provider's sign-in page: the visitor chooses a person. `query` is the authorization request. */
export const consentPage = ({
  action,
  query,
  choices,
}: {
  action: string;
  query: string;
  choices: ConsentChoice[];
}): string => {
  const section = ({ provider, label, known }: ConsentChoice): string => {
    const form = (content: string) =>
      `<form method="post" action="${action}">${hidden('query', query)}${hidden('provider', provider)}${content}</form>`;
    const before = known.map(({ email, name, emailVerified }) =>
      form(`${hidden('email', email)}${hidden('name', name)}${hidden('email_verified', String(emailVerified))}
<button class="known" type="submit">Continue as ${escapeHtml(name || email)}</button>`),
    );
    return `<section>
<h2>Continue with ${label}</h2>
${before.join('\n')}${before.length > 0 ? '<hr>' : ''}
${form(`<label>E-mail<input name="email" type="email" autocomplete="off" required value="sam@example.com"></label>
<label>Name<input name="name" autocomplete="off" value="Sam Example"></label>
<label class="check"><input type="checkbox" name="email_verified" value="true" checked>${label} has verified this address</label>
<button type="submit">Continue</button>`)}
</section>`;
  };
  const labels = choices.map(({ label }) => label).join(' and ');
  return page(
    `Stand-in for ${labels}`,
    `<h1>Who would you like to be?</h1>
<p class="note">This page stands in for ${labels} on this machine. Nothing you enter leaves it, and no account at ${labels} is used.</p>
${choices.map(section).join('\n')}
<form method="post" action="${action}">${hidden('query', query)}${hidden('cancel', 'true')}<button class="cancel" type="submit">Cancel</button></form>`,
  );
};

export const errorPage = (message: string): string =>
  page('Sign-in cannot go on', `<h1>Sign-in cannot go on</h1><p>${escapeHtml(message)}</p>`);
