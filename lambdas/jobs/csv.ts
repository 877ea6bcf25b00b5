type Cell = string | number | boolean | null | undefined;

/** What a spreadsheet takes for the beginning of a formula, also in its full-width form. */
const formula = /^[\t\r\n]|^[\s\0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * A table as CSV (RFC 4180): UTF-8 with a byte order mark, which Excel needs, lines ended by CR LF. Texts that a
 * spreadsheet would run as a formula get an apostrophe before them, which it does not show; numbers stay numbers.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => `${row.map(toField).join(',')}\r\n`).join('')}`;
}

function toField(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
