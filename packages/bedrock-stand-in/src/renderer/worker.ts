import { workerData } from 'node:worker_threads';
import sharp from 'sharp';
import type { RenderTask } from '../render-pool.ts';
import { answerTasks } from '../worker-pool.ts';
import type { LookTexts } from './look.ts';
import { render } from './render.ts';

// The pool decides how many pictures are rendered at the same time; each of them uses one core.
sharp.concurrency(1);

const lookTexts = workerData as LookTexts;

answerTasks(({ request, seed }: RenderTask) => render(request, seed, lookTexts));
