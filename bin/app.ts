import { createApp } from '#lib/synthesize.ts';

await createApp();
