import { createApp } from '#lib/synthesize.ts';

createApp();
