import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { cellsOf, expectTest } from './claims.ts';

/** `docs/threat-model.md` says which test shows that a threat is met; this keeps it true. */

const page = readFileSync(join(projectRoot, 'docs', 'threat-model.md'), 'utf8');
const [threats = '', requirements = ''] = page.split('\n## OWASP ASVS');

/** Rows of the tables under headings of the third level, by the heading. */
function tablesOf(markdown: string): Map<string, string[][]> {
  const tables = new Map<string, string[][]>();
  for (const part of markdown.split('\n### ').slice(1)) {
    const [heading = ''] = part.split('\n');
    const section = part.split('\n## ')[0] ?? '';
    const lines = section.split('\n').filter((line) => /^\| (?!id|requirement)/.test(line));
    tables.set(heading, lines.map(cellsOf));
  }
  return tables;
}

const elements = tablesOf(threats);
const chapters = tablesOf(requirements);
const withoutTest = ['by the platform', 'by a document', 'not applicable', 'deviation'];
const stateOf = (shownBy: string) => withoutTest.find((state) => shownBy.startsWith(`${state}: `)) ?? 'shown';

const claims = [...elements.values(), ...chapters.values()]
  .flat()
  .map((row) => row.at(-1) ?? '')
  .filter((shownBy) => stateOf(shownBy) === 'shown')
  .flatMap((shownBy) => shownBy.split('<br>'));

describe('the threats', () => {
  it('belong to an element each, are numbered by it and their kind, and are met by something', () => {
    expect(elements.size).toBe(8);
    for (const [heading, rows] of elements) {
      const element = heading.split('.')[0];
      expect(rows.length, heading).toBeGreaterThanOrEqual(4);
      const ids = rows.map(([id]) => id);
      expect(new Set(ids).size, heading).toBe(ids.length);
      for (const [id = '', threat, stop, ...rest] of rows) {
        expect(id).toMatch(new RegExp(`^${element}\\.[STRIDE]\\d$`));
        expect(`${threat}${stop}`.length, id).toBeGreaterThan(40);
        expect(rest, id).toHaveLength(1);
      }
    }
  });

  it('are of all six kinds', () => {
    const kinds = [...elements.values()].flat().map(([id = '']) => id.split('.')[1]?.[0]);
    expect([...new Set(kinds)].sort().join('')).toBe('DEIRST');
  });
});

describe('the requirements', () => {
  it('stand in their order under their chapter, and those without a test say why', () => {
    for (const [heading, rows] of chapters) {
      const chapter = /^V(\d+) /.exec(heading)?.[1];
      let last = 0;
      for (const [id = '', short, shownBy = '', ...rest] of rows) {
        const [of, section, number] = id.split('.').map(Number);
        expect(String(of), id).toBe(chapter);
        const place = Number(section) * 100 + Number(number);
        expect(place, id).toBeGreaterThan(last);
        last = place;
        expect(short, id).not.toBe('');
        expect(rest, id).toEqual([]);
        if (stateOf(shownBy) !== 'shown')
          expect(shownBy.split(': ')[1]?.length, id).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('are counted', () => {
    const states = [...chapters.values()].flat().map((row) => stateOf(row.at(-1) ?? ''));
    const count = (state: string) => states.filter((other) => other === state).length;
    const line = `| ${states.length} | ${count('shown')} | ${withoutTest.map(count).join(' | ')} |`;
    expect(requirements).toContain(`\n${line}\n`);
  });
});

describe('a test that is said to show something', () => {
  it.each([...new Set(claims)])('exists and is not skipped: %s', expectTest);
});
