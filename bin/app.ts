import { buildSiteIfStale } from '#lib/site-build.ts';
import { createApp } from '#lib/synthesize.ts';

// A bare `cdk deploy` must not send yesterday's site.
if (await buildSiteIfStale())
  process.stderr.write('The site was older than its sources, and is built anew.\n');
await createApp();
