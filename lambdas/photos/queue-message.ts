import * as z from 'zod/mini';
import { readVariable } from '#lambdas/runtime/env.ts';
import { sendMessage } from '#lambdas/runtime/queue.ts';
import { photoParts } from './photo.ts';

/** The message of the queue for photos: a photo and the work to do on it. */
export const photoMessageSchema = z.object({
  userId: z.string(),
  photoId: z.string(),
  part: z.enum(photoParts),
});

export type PhotoMessage = z.output<typeof photoMessageSchema>;

/** Puts work on the queue for photos; SQS delivers it after `delaySeconds`. */
export async function sendToPhotoQueue(message: PhotoMessage, delaySeconds = 0): Promise<void> {
  await sendMessage(readVariable('PHOTOS_QUEUE_URL'), message, delaySeconds);
}
