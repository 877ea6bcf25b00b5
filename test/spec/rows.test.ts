import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { markersOf, testFiles } from './markers.ts';
import { readRows, rowFiles, sectionOf, statusOf } from './rows.ts';
import { summary } from './summary.ts';

const rows = rowFiles.flatMap(({ path }) => readRows(path));
const markers = testFiles().flatMap(markersOf);

describe.each(rowFiles)('$path', ({ path, sections, statuses }) => {
  const own = readRows(path);

  it('has each section, in order, with ascending ids', () => {
    expect([...new Set(own.map(sectionOf))]).toEqual(Object.keys(sections));
    for (const section of Object.keys(sections)) {
      const ids = own.filter((row) => sectionOf(row) === section).map(({ id }) => id);
      const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
      if (!section.startsWith('T')) expect(ids).toEqual(ids.toSorted(byNumber));
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('uses the statuses of its kind', () => {
    for (const row of own) expect(statuses, row.id).toContain(statusOf(row));
  });
});

describe('the threats', () => {
  const threats = rows.filter(({ id }) => id.startsWith('T'));

  it('are four or more for each element, of all six kinds, each with what stops it', () => {
    for (const element of [1, 2, 3, 4, 5, 6, 7, 8])
      expect(threats.filter((row) => sectionOf(row) === `T${element}`).length).toBeGreaterThanOrEqual(4);
    expect(new Set(threats.map(({ id }) => id.split('.')[1]?.[0]))).toEqual(new Set('STRIDE'));
    for (const { id, answer } of threats) expect(answer?.length, id).toBeGreaterThan(10);
  });
});

describe('markers', () => {
  it('stand above something that asserts and runs', () => {
    expect(markers.filter(({ problem }) => problem !== undefined)).toEqual([]);
  });

  it('belong to a row', () => {
    const ids = new Set(rows.map(({ id }) => id));
    expect(markers.filter(({ id }) => !ids.has(id))).toEqual([]);
  });

  it('are as many as their row says, one or more unless the row says why not', () => {
    const places = Map.groupBy(markers, ({ id }) => id);
    const expected = rows.map((row) => [row.id, 'markers' in row ? row.markers : 0] as const);
    const wrong = expected.flatMap(([id, count]) => {
      const found = places.get(id)?.map(({ place }) => place) ?? [];
      return found.length === count ? [] : [{ id, count, found }];
    });
    expect(wrong).toEqual([]);
  });
});

it('docs/spec-coverage.md is current (npm run make:docs)', () => {
  expect(readFileSync(join(projectRoot, 'docs', 'spec-coverage.md'), 'utf8')).toBe(summary());
});
