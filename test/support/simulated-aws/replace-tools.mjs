/**
 * For `node --import`: in place of the CDK's command line, the build and the smoke test, their stand-ins of this folder run;
 * every other program runs as it is.
 */
import { sep } from 'node:path';

const program = process.argv[1]?.split(sep).join('/') ?? '';
if (program.endsWith('/aws-cdk/bin/cdk')) {
  await import('./cdk.mjs');
  process.exit();
}
const runsSmoke = program.endsWith('/bin/run.mjs') && process.argv[2] === 'smoke';
if (program.endsWith('/vite.js')) process.argv.splice(2, 0, 'vite');
if (runsSmoke || program.endsWith('/vite.js')) {
  await import('./tool.mjs');
  process.exit();
}
