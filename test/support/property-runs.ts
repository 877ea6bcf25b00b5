import { numberOption } from './number-option.ts';

/**
 * Number of tries of a property that uses real engines: `runs` in `npm test`, with new values each
 * time; multiplied by `PROPERTY_FACTOR` if that is set (`PROPERTY_FACTOR=20 npm test`).
 */
export function propertyRuns(runs: number): number {
  return Math.ceil(runs * numberOption('PROPERTY_FACTOR', process.env.PROPERTY_FACTOR ?? '1', 0.01));
}
