import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';

const paper = { light: '#FFFBF5', dark: '#171310' } as const;
type Mode = keyof typeof paper;

const page = readFileSync(join(projectRoot, 'web', 'index.html'), 'utf8');
const snippet = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';

interface Visitor {
  readonly system: Mode;
  /** Null where the browser forbids storage. */
  readonly kept: Readonly<Record<string, string>> | null;
  /** Sections of the images that staff chose; undefined on every page but the landing page. */
  readonly landing?: readonly string[];
}

/** Runs the snippet as a browser does while it parses the page, and returns what it leaves. */
function parse({ system, kept, landing }: Visitor) {
  const classes = new Set<string>();
  const style = { colorScheme: '', background: '' };
  const metas = [{ content: paper.light }, { content: paper.dark }];
  const images = Promise.resolve({ images: (landing ?? []).map((section) => ({ section })) });
  runInNewContext(snippet, {
    setTimeout,
    Error,
    window: {},
    localStorage: {
      getItem(key: string) {
        if (kept === null) throw new Error('SecurityError');
        return kept[key] ?? null;
      },
    },
    matchMedia: (query: string) => ({ matches: query === `(prefers-color-scheme: ${system})` }),
    fetch: async () => ({ ok: true, json: () => images }),
    document: {
      documentElement: {
        classList: {
          add: (...names: string[]) => {
            for (const name of names) classes.add(name);
          },
          remove: (name: string) => classes.delete(name),
        },
        style,
        hasAttribute: (name: string) => name === 'data-landing' && landing !== undefined,
      },
      querySelectorAll: (selector: string) => (selector === 'meta[name=theme-color]' ? metas : []),
    },
  });
  return { classes, style, bars: metas.map(({ content }) => content) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('leaves the bars of the browser to the system where no mode was chosen', () => {
  for (const system of ['light', 'dark'] as const)
    for (const kept of [{}, null]) {
      const { bars, classes, style } = parse({ system, kept });
      expect(bars).toEqual([paper.light, paper.dark]);
      expect(classes).toEqual(new Set([system, 'js']));
      expect(style).toEqual({ colorScheme: system, background: paper[system] });
    }
});

it('gives the bars, and the page before its first paint, the colour of the chosen mode', () => {
  for (const system of ['light', 'dark'] as const)
    for (const chosen of ['light', 'dark'] as const) {
      const { bars, classes, style } = parse({ system, kept: { 'platepost.color-mode': chosen } });
      expect(bars).toEqual([paper[chosen], paper[chosen]]);
      expect(classes).toEqual(new Set([chosen, 'js']));
      expect(style).toEqual({ colorScheme: chosen, background: paper[chosen] });
    }
});

it('knows who has a session and who has chosen cookies', () => {
  const kept = { 'platepost.session': '{}', 'platepost.cookie-consent': 'all' };
  expect(parse({ system: 'light', kept }).classes).toEqual(new Set(['light', 'js', 'session', 'chosen']));
});

it('hides the hero of the landing page until staff’s pictures are known, for a second at most', async () => {
  const none = parse({ system: 'light', kept: {}, landing: [] });
  expect(none.classes).toContain('choosing');
  await vi.advanceTimersByTimeAsync(0);
  expect(none.classes).not.toContain('choosing');

  const theirs = parse({ system: 'light', kept: {}, landing: ['hero'] });
  await vi.advanceTimersByTimeAsync(999);
  expect(theirs.classes).toEqual(new Set(['light', 'js', 'choosing', 'no-pairs']));
  await vi.advanceTimersByTimeAsync(1);
  expect(theirs.classes).not.toContain('choosing');
});
