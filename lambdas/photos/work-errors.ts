import { ModelFailedError, NoDishError, RefusedError } from '#lambdas/models/model-error.ts';
import { UnreadablePhotoError } from './normalise-photo.ts';

/** The file of the photo expired or was deleted. */
export class PhotoGoneError extends Error {
  override readonly name = 'PhotoGoneError';
}

/** The customer's message about failed work; undefined for transient and unexpected errors. */
export function messageOf(error: unknown): string | undefined {
  if (error instanceof PhotoGoneError) return 'The photo is no longer there. Please upload it again.';
  if (error instanceof UnreadablePhotoError) return 'We could not read this photo. Please try another file.';
  if (error instanceof NoDishError) return error.message;
  if (error instanceof RefusedError) return 'The image model declined this photo. Please try another one.';
  if (error instanceof ModelFailedError) return 'The image model failed on this photo. Please try again.';
  return undefined;
}
