/** The model declined the words or the picture; neither a retry nor another model is appropriate. */
export class RefusedError extends Error {
  /** Whether the model declined the photo, the text or the picture, by its finish reason. */
  readonly subject: 'prompt' | 'input image' | 'output image';

  constructor(subject: 'prompt' | 'input image' | 'output image') {
    super(`The model refused: ${subject}`);
    this.name = 'RefusedError';
    this.subject = subject;
  }
}

/** Every region is at its quota or short of capacity: the same call succeeds later. */
export class ThrottledError extends Error {
  override readonly name = 'ThrottledError';
}

/** The run has no time left for a call; another run goes on. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

/** The model could not make this picture, after the retries for its kind of error; another adapter may. */
export class ModelFailedError extends Error {
  override readonly name = 'ModelFailedError';
}

/** The photo shows no dish that could be told from its surroundings; the message helps the customer. */
export class NoDishError extends ModelFailedError {}

/** The model is no longer offered (end of life): its adapter must not be used again. */
export class ModelEndedError extends ModelFailedError {}
