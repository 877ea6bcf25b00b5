import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readOutputs } from '#bin/outputs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

it('says which command writes outputs that are missing or of another version', () => {
  const folder = temporaryFolder('outputs');
  expect(() => readOutputs('trial', folder)).toThrow(
    'There is no outputs.trial.json: `npm run deploy -- --stage trial` writes it.',
  );
  writeFileSync(join(folder, 'outputs.trial.json'), '{"PlatePost-trial":{"SiteUrl":"https://site.example"}}');
  expect(() => readOutputs('trial', folder)).toThrow('is not of this version');
  writeFileSync(join(folder, 'outputs.trial.json'), '{}');
  expect(() => readOutputs('trial', folder)).toThrow('is not of this version');
});
