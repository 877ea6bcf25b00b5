import { workerData } from 'node:worker_threads';
import sharp from 'sharp';
import type { RenderTask } from '../render-pool.ts';
import { answerTasks } from '../worker-pool.ts';
import type { LookTexts } from './look.ts';
import { render } from './render.ts';

// Each rendering uses one core; the pool decides how many run at the same time.
sharp.concurrency(1);

const lookTexts = workerData as LookTexts;

answerTasks(({ request, seed }: RenderTask) => render(request, seed, lookTexts));
