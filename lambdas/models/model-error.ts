/** The model declined the words or the picture; neither a retry nor another model is appropriate. */
export class RefusedError extends Error {
  /** Whether the model declined the text, the photo or the resulting picture, according to its finish reason. */
  readonly subject: 'prompt' | 'input image' | 'output image';

  constructor(subject: 'prompt' | 'input image' | 'output image') {
    super(`The model refused: ${subject}`);
    this.name = 'RefusedError';
    this.subject = subject;
  }
}

/** Every region is at its quota or short of capacity: the same call may succeed later. */
export class ThrottledError extends Error {
  override readonly name = 'ThrottledError';
}

/** The run has no time left for a call; a later run continues. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

/** The model could not make this picture, even after the retries for its kind of error; another adapter may. */
export class ModelFailedError extends Error {
  override readonly name = 'ModelFailedError';
}

/** No dish could be distinguished from its surroundings in the photo; the message helps the customer. */
export class NoDishError extends ModelFailedError {}

/** The model is no longer offered (end of life): the adapter that draws with it must not be used again. */
export class ModelEndedError extends ModelFailedError {
  /** The model's id at Bedrock. */
  readonly model: string;

  constructor(model: string) {
    super(`${model} is available in no region`);
    this.model = model;
  }
}
