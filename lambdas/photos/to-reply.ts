import type { Photo } from '#shared/api/photos.ts';
import { dishIn } from './facts-of.ts';
import { maskVersionOf, type PhotoWork, type StoredPhoto } from './photo.ts';

/** A photo as the API reports it. */
export function toReply(photo: StoredPhoto): Photo {
  const { id, width, height, cutOut, correction, reading } = photo;
  return {
    id,
    width,
    height,
    cutOut: cutOut
      ? {
          ...progressOf(cutOut),
          width: cutOut.width ?? null,
          height: cutOut.height ?? null,
          findings: cutOut.findings ?? null,
        }
      : null,
    dish: dishIn(photo),
    corrected: correction !== undefined,
    ...(correction && { maskVersion: maskVersionOf(photo) }),
    reading: reading ? { ...progressOf(reading), content: reading.content ?? null } : null,
  };
}

/** Reports work with an expired lease as failed; the next request starts it again. */
export function progressOf(work: PhotoWork): { state: PhotoWork['state']; message: string | null } {
  if (work.state === 'making' && !isHeld(work)) return { state: 'failed', message: brokenOff };
  return { state: work.state, message: work.message ?? null };
}

const brokenOff = 'Something went wrong on our side. Please try again.';

/** Whether the work is in progress: it waits in the queue, or a worker holds its lease. */
export function isHeld({ state, leaseUntil }: PhotoWork): boolean {
  return state === 'making' && Date.parse(leaseUntil ?? '') > Date.now();
}
