import { buildSiteIfStale } from '#lib/site-build.ts';
import { createApp } from '#lib/synthesize.ts';

// Otherwise `cdk deploy` without `npm run deploy` would deploy an outdated site.
if (await buildSiteIfStale())
  process.stderr.write('The site was older than its sources, and is built anew.\n');
await createApp();
