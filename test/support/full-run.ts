import { describe, it } from 'vitest';
import { runVariable } from './run-variable.ts';

const everyday = process.env[runVariable] === 'everyday';

/**
 * A test that takes many seconds and covers what few changes can break. It runs in `npm run test:full`, in CI, and when
 * its file is run alone. `npm test` leaves it out, together with the files that vitest.config.ts lists as thorough.
 */
export const itInFullRun = it.skipIf(everyday);

/** The same for rows of a test that has several. */
export const rowsInFullRun = <Row>(rows: readonly Row[]): readonly Row[] => (everyday ? [] : rows);

/** The same for all tests of a part of a file. */
export const describeInFullRun = describe.skipIf(everyday);
