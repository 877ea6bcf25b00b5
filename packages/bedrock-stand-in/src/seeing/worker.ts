import sharp from 'sharp';
import { answerTasks } from '../worker-pool.ts';
import { seePicture } from './see-picture.ts';

// One core, so that everything else on the machine goes on.
sharp.concurrency(1);

answerTasks(seePicture);
