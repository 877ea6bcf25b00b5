import { afterAll, expect, it } from 'vitest';
import { bundleFunctions } from '#lib/bundle.ts';
import { environment, type FunctionName } from '#shared/environment.ts';
import { apiFunctions, kilobytesAtStart, maxKilobytes } from './measure-bundles.ts';

const { folders, remove } = await bundleFunctions();
afterAll(remove);

const names = (Object.keys(environment) as FunctionName[]).filter((name) => apiFunctions.has(name));

it.each(names)('the function %s stays small', (name) => {
  expect(kilobytesAtStart(folders[name])).toBeLessThanOrEqual(maxKilobytes);
});
