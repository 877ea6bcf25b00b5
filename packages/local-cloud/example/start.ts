/** `npm run example -w local-cloud`: the link shortener on http://127.0.0.1:4500, with its data in example/.local. */
import { join } from 'node:path';
import { startCloud } from 'local-cloud';
import { synthesizeExample } from './stack.ts';

const directory = join(import.meta.dirname, '.local');
const cloud = await startCloud({
  name: 'Short links',
  directory,
  assembly: async () => synthesizeExample(join(directory, 'cdk.out')),
  sitePort: 4500,
});
console.log(`Short links is ready: ${cloud.url} (Ctrl-C stops it)`);
process.once('SIGINT', async () => {
  await cloud.stop();
  process.exit();
});
