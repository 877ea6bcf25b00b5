import { answerTasks } from '#src/worker-pool.ts';
import { seePicture } from './see-picture.ts';

answerTasks(seePicture);
