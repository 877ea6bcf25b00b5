type Cell = string | number | boolean | null | undefined;

/** Characters that start a formula in a spreadsheet, including full-width forms, also after invisible characters. */
const formula = /^[\t\r\n]|^[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

/**
 * The same within a text, after a character at which some spreadsheets begin another cell: where decimals have a comma,
 * they split at semicolons, and a quote in the middle of their cell protects nothing.
 */
const innerFormula = /[;\t\r\n](?=[\s\p{C}"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

export type Row = readonly Cell[];

/**
 * Writes a table as CSV (RFC 4180), line by line: UTF-8 with a byte order mark, which Excel needs, and CR LF. Text that
 * a spreadsheet would run as a formula gets an apostrophe before it, which spreadsheets do not show; numbers stay
 * numbers.
 */
export async function* toCsv(
  header: readonly string[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<string> {
  yield `\uFEFF${toLine(header)}`;
  for await (const row of rows) yield toLine(row);
}

function toLine(row: Row): string {
  return `${row.map(toField).join(',')}\r\n`;
}

function toField(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const disarmed = cell.replace(innerFormula, "$&'");
  const safe = formula.test(cell) ? `'${disarmed}` : disarmed;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
