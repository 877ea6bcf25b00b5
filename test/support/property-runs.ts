import { numberOption } from './number-option.ts';

/**
 * How often a property is tried where each try asks real engines: `runs` in `npm test`, which draws others each
 * time, and as many times more as `PROPERTY_FACTOR` says (`PROPERTY_FACTOR=20 npm test`).
 */
export function propertyRuns(runs: number): number {
  return Math.ceil(runs * numberOption('PROPERTY_FACTOR', process.env.PROPERTY_FACTOR ?? '1', 0.01));
}
