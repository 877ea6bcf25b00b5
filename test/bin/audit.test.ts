import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { runCommand } from '#test/support/simulated-aws/project-copy.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const moderate = {
  vulnerabilities: {
    'left-pad': {
      severity: 'moderate',
      range: '<2',
      via: [{ title: 'Pads', url: 'https://advisory.test/1' }],
    },
  },
};

// R7.5
it.each([
  [
    'nothing is known',
    { vulnerabilities: {} },
    0,
    /^what customers run: 0 known .*\n.*: 0 known .*\n.*: 0 known/,
  ],
  [
    'customers run a package with a moderate vulnerability',
    moderate,
    1,
    /what customers run: 1 known .*\n {2}moderate: left-pad <2 \(https:\/\/advisory\.test\/1\)[\s\S]*tools of the developers: 0 known/,
  ],
  ['the registry does not answer', { message: 'no network' }, 2, /not known, because no network/],
])('%s', async (_name, answer, expected, words) => {
  const programs = temporaryFolder('npm');
  // A substitute for npm, which would call the registry.
  writeFileSync(join(programs, 'npm'), `#!/bin/sh\necho '${JSON.stringify(answer)}'\n`);
  chmodSync(join(programs, 'npm'), 0o755);
  const { said, status } = await runCommand(projectRoot, 'audit', [], {
    PATH: `${programs}:${process.env.PATH}`,
  });
  expect(said).toMatch(words);
  expect(status).toBe(expected);
});
