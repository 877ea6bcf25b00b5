import { describe, it } from 'vitest';
import { runVariable } from './run-variable.ts';

const everyday = process.env[runVariable] === 'everyday';

/**
 * A test that takes many seconds, of what few changes can break: for `npm run test:full`, for CI, and for whoever runs its
 * file alone. `npm test` leaves it out, as it leaves out the files that vitest.config.ts calls thorough.
 */
export const itInFullRun = it.skipIf(everyday);

/** The same for rows of a test that has several. */
export const rowsInFullRun = <Row>(rows: readonly Row[]): readonly Row[] => (everyday ? [] : rows);

/** The same for all tests of a part of a file. */
export const describeInFullRun = describe.skipIf(everyday);
