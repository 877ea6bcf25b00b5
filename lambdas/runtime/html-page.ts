import { brand } from '#shared/brand.ts';

/**
 * An HTML page that a function renders: no script, `noindex`, light and dark.
 * @param title, head, main HTML: text from users must be escaped.
 */
export function htmlPage(title: string, head: string, main: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <title>${title}</title>${head}
    <style>
      :root { --paper: #fffbf5; --ink: #1f1a17; --soft: #6b5b4f; --card: #fff; --tomato: #d9381e; }
      @media (prefers-color-scheme: dark) {
        :root { --paper: #171310; --ink: #f4ece2; --soft: #b5a292; --card: #221c18; }
      }
      * { box-sizing: border-box; margin: 0; }
      body { background: var(--paper); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif;
        min-height: 100vh; display: flex; flex-direction: column; align-items: center; padding: 16px; }
      header { width: 100%; max-width: 720px; padding: 8px 0 16px; }
      header a { color: var(--ink); font-weight: 700; font-size: 20px; text-decoration: none;
        display: inline-flex; align-items: center; gap: 10px; }
      main { width: 100%; max-width: 720px; flex: 1; }
      figure { background: var(--card); border-radius: 12px; overflow: hidden; box-shadow: 0 8px 32px #1f1a171f; }
      figure img { display: block; width: 100%; height: auto; max-height: max(50vh, 100vh - 21rem); object-fit: contain; }
      figcaption { padding: 16px 20px 20px; overflow-wrap: anywhere; }
      h1 { font-size: 24px; line-height: 1.25; }
      p { color: var(--soft); }
      .made { font-size: 14px; padding: 12px 4px; }
      p a { color: inherit; }
      .last { text-align: center; }
      .empty { padding: 15vh 0; text-align: center; }
      .empty p { margin-top: 8px; }
      .start { display: inline-block; background: var(--tomato); color: #fff; font: inherit; font-weight: 600;
        padding: 12px 24px; border: 0; border-radius: 999px; text-decoration: none; margin: 16px 0 32px; cursor: pointer; }
      :focus-visible { outline: 3px solid var(--tomato); outline-offset: 3px; }
    </style>
  </head>
  <body>
    <header><a href="/landing"><img src="/favicon.svg" width="32" height="32" alt="">${brand.name}</a></header>
    <main>
      ${main}
    </main>
  </body>
</html>
`;
}

/** Escapes text for HTML content and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
