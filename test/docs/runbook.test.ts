import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { rollbackAlarms } from '#lib/rollback-alarms.ts';
import { readRows } from '#test/spec/rows.ts';

const oneLine = (text: string) => text.replace(/\\\n/g, ' ').replace(/\s+/g, ' ').trim();

/** What an operator does outside of alarms, which test/lib/alarms.test.ts raises. */
const [runbook = ''] = readFileSync(join(projectRoot, 'docs', 'runbook.md'), 'utf8').split('\n## Alarms');
const rows = readRows('test/spec/runbook.jsonl');

/** Items of lists, and paragraphs and blocks of code with a command. */
const instructions = runbook
  .split(/\n\n|\n(?=- |\d\. )/)
  .filter((part) => /^(- |\d\. )/.test(part) || /(^|[`\n])(STRIPE_\w+=\S+ )?(npm|aws|git) /.test(part))
  .map(oneLine);

it('has a row for each instruction', () => {
  expect(instructions.length).toBeGreaterThan(30);
  const missing = instructions.filter((text) => !rows.some(({ statement }) => text.includes(statement)));
  expect(missing).toEqual([]);
});

it.each(rows)('$id: $statement', (row) => {
  const text = instructions.find((instruction) => instruction.includes(row.statement));
  expect(text).toBeDefined();
  // An instruction without a test says by which check it is confirmed.
  if (!('markers' in row)) expect(oneLine(runbook)).toMatch(confirmation(row.statement));
});

it('rolls back also while an alarm is on that stops gradual deployments', () => {
  const [step = ''] = instructions.filter((text) => text.startsWith('1. `git switch --detach'));
  for (const words of ['npm ci', '"canary": false', ...rollbackAlarms])
    expect(step).toContain(`\`${words}\``);
});

/** The instruction, and before the next one ends "confirm on AWS" or "confirm at Stripe". */
function confirmation(statement: string): RegExp {
  const literal = statement.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `confirm (on AWS|at Stripe)[^.]{0,60}${literal}|${literal}.{0,400}?confirm (on AWS|at Stripe)`,
  );
}
