import { it } from 'vitest';
import { runVariable } from './run-variable.ts';

/** A test that dies at each of many calls and takes half a minute: for `npm run test:full` and CI. */
export const itInFullRun = it.runIf(process.env[runVariable] === 'full');
