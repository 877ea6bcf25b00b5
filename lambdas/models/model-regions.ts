import { readVariable } from '#lambdas/runtime/env.ts';

/**
 * The source regions of the models, from the environment: `us-east-1:20,us-west-2:5` means calls a minute of an image
 * service. A region with a larger quota is listed more often, so that a random choice from the list takes it more
 * often.
 */
export function readModelRegions(): readonly string[] {
  const quotas = readVariable('MODEL_REGIONS')
    .split(',')
    .map((entry) => {
      const [region = '', calls = ''] = entry.split(':');
      return { region, calls: Number.parseInt(calls, 10) };
    });
  const share = quotas.map(({ calls }) => calls).reduce(greatestDivisor);
  return quotas.flatMap(({ region, calls }) => Array.from({ length: calls / share }, () => region));
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
