import { afterEach, expect, it, vi } from 'vitest';
import { readModelRegions } from '#lambdas/models/model-regions.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each([
  ['us-east-1:20,us-east-2:20', ['us-east-1', 'us-east-2']],
  ['us-west-2:7', ['us-west-2']],
  ['us-east-1:10,us-west-2:4', [...Array(5).fill('us-east-1'), ...Array(2).fill('us-west-2')]],
])('reads %s', (text, regions) => {
  vi.stubEnv('MODEL_REGIONS', text);
  expect(readModelRegions()).toEqual(regions);
});
