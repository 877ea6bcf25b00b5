import { logger } from '#lambdas/runtime/logger.ts';
import { readPhoto } from './photo-store.ts';
import { endWork, isTaken, takeWork } from './photo-work.ts';
import type { PhotoMessage } from './queue-message.ts';

/** Fails work whose message reached the dead-letter queue, unless a worker holds its lease or it has ended. */
export async function failPhotoWork({ userId, photoId, part }: PhotoMessage): Promise<void> {
  const photo = await readPhoto(userId, photoId);
  if (photo?.[part]?.state !== 'making' || isTaken(photo[part])) return;
  const lease = await takeWork(photo, part);
  if (!lease) return;
  await endWork(lease, { state: 'failed', message: 'Something went wrong on our side. Please try again.' });
  logger.warn('A message of the dead-letter queue was handled', { photoId, part });
}
