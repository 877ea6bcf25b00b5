import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Row, toCsv } from '#lambdas/tasks/csv.ts';

/** Reads CSV as RFC 4180 has it. */
function parse(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let match = field.exec(csv); match !== null; match = field.exec(csv)) {
    const [, quoted, plain = '', end] = match;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') {
      rows.push(row);
      row = [];
    }
    if (field.lastIndex === csv.length) return rows;
  }
  throw new Error('This is no CSV');
}

async function csvOf(header: readonly string[], rows: readonly Row[]): Promise<string> {
  let csv = '';
  for await (const line of toCsv(header, rows)) csv += line;
  return csv;
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('"', ',', ';', '\r', '\n', '\t', '=', '+', '-', '@', ' ', 'a', '1', '\uFF1D'),
  }),
);

describe('CSV', () => {
  it('parses back to the same texts, except for the apostrophes before formulas', async () => {
    const table = fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const [header, ...read] = parse((await csvOf(['A', 'B'], rows)).slice(1));
        expect(header).toEqual(['A', 'B']);
        expect(read).toEqual(rows.map((row) => row.map(disarmed)));
      }),
      { numRuns: 500 },
    );
  });

  // T8.T2, V1.1.2, V1.3.3
  it('never begins a field with a formula', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (cell) => {
        const [[field = ''] = []] = parse((await csvOf(['A'], [[cell]])).slice(1)).slice(1);
        const [first = '', ...others] = field.split(/[;\t\r\n]/);
        for (const part of [first, ...others.map((other) => other.replace(/^[\s"]+/, ''))])
          expect(part.trimStart()).not.toMatch(/^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/);
        expect(field).not.toMatch(/^[\t\r\n]/);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '\u200B=1+1',
    '\u202E@SUM(A1)',
    '\0-1',
    ' \uFEFF+1',
  ])('disarms a formula after %j', async (cell) => {
    expect(parse((await csvOf(['A'], [[cell]])).slice(1))[1]).toEqual([`'${cell}`]);
  });

  // T8.T2
  it.each([
    ['Chef;=1+1;@SUM(1)', "Chef;'=1+1;'@SUM(1)"],
    ['Chef; \u200B=1+1', "Chef;' \u200B=1+1"],
    ['Chef\t-1', "Chef\t'-1"],
    ['=1;=2', "'=1;'=2"],
    ['Chef\n+1', "Chef\n'+1"],
    ['Chef;"=1+1"', `Chef;'"=1+1"`],
    ['Soup; bread; 1-2 people', 'Soup; bread; 1-2 people'],
  ])('disarms a formula also where a spreadsheet would split the field: %j', async (cell, expected) => {
    expect(parse((await csvOf(['A'], [[cell]])).slice(1))[1]).toEqual([expected]);
  });

  it('begins with a byte order mark, keeps numbers, and writes nothing for empty values', async () => {
    expect(
      await csvOf(
        ['Name', 'Credits'],
        [
          ['Zoë, "Chef"', -3],
          [null, 0],
          ['=1+1', undefined],
        ],
      ),
    ).toBe('\uFEFFName,Credits\r\n"Zoë, ""Chef""",-3\r\n,0\r\n\'=1+1,\r\n');
  });
});

/** With an apostrophe wherever a spreadsheet that splits at semicolons, tabs and line breaks would run a formula. */
function disarmed(cell: string): string {
  const characters = [...cell];
  const parts = characters.map((character, at) => {
    const rest = characters
      .slice(at + 1)
      .join('')
      .replace(/^[\s\p{C}"]+/u, '');
    return ';\t\r\n'.includes(character) && isFormula(rest) ? `${character}'` : character;
  });
  return `${isFormula(cell) ? "'" : ''}${parts.join('')}`;
}

/** As OWASP lists them, also after blanks and invisible characters, and in their full width. */
function isFormula(cell: string): boolean {
  const first = cell.replace(/^[\s\p{C}]+/u, '').charAt(0);
  return (
    '\t\r\n'.includes(cell.charAt(0) || 'x') ||
    (first !== '' && '=+-@\uFF1D\uFF0B\uFF0D\uFF20'.includes(first))
  );
}
