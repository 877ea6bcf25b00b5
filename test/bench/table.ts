/** The parts of the bench, in the order in which they run and are printed. */
export const groups = ['api', 'bundles', 'photos', 'signing', 'worker', 'site', 'start', 'post'] as const;

export type Group = (typeof groups)[number];

/** One line of the table. */
export interface Row {
  readonly group: Group;
  readonly name: string;
  /** The measured value, with its unit. */
  readonly value: string;
  /** The target; empty for rows that are only reported. */
  readonly target: string;
  readonly isMet: boolean | undefined;
  readonly note: string;
}

interface Measured {
  readonly group: Group;
  readonly name: string;
  readonly value: number;
  /** `×`, `ms`, `KB`; empty for a plain count. */
  readonly unit: string;
  readonly digits?: number;
  readonly note?: string;
}

/** A row whose value must not exceed `limit`. */
export function atMost(limit: number, measured: Measured): Row {
  return row(measured, `≤ ${limit}`, measured.value <= limit);
}

/** A row whose value must reach `limit`. */
export function atLeast(limit: number, measured: Measured): Row {
  return row(measured, `≥ ${limit}`, measured.value >= limit);
}

/** A row for comparison, without a target. */
export function withoutTarget(measured: Measured): Row {
  return row(measured, '', undefined);
}

function row(
  { group, name, value, unit, digits = 2, note = '' }: Measured,
  target: string,
  isMet?: boolean,
): Row {
  return { group, name, value: `${value.toFixed(digits)} ${unit}`.trim(), target, isMet, note };
}

function verdictOf({ isMet }: Row): string {
  if (isMet === undefined) return '';
  return isMet ? 'pass' : 'MISS';
}

/** The table as text, its columns aligned. */
export function format(rows: readonly Row[]): string {
  const lines = [
    ['group', 'row', 'measured', 'target', '', 'note'],
    ...rows.map((line) => [line.group, line.name, line.value, line.target, verdictOf(line), line.note]),
  ];
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
