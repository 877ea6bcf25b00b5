/** Errors of the Bedrock runtime and their HTTP status, from its API reference (InvokeModel). */
export const errorStatus = {
  ValidationException: 400,
  UnknownOperationException: 404,
  MissingAuthenticationTokenException: 403,
  AccessDeniedException: 403,
  ResourceNotFoundException: 404,
  ModelTimeoutException: 408,
  ModelErrorException: 424,
  ThrottlingException: 429,
  InternalServerException: 500,
  ServiceUnavailableException: 503,
} as const;

export type ErrorName = keyof typeof errorStatus;

/** An error that goes to the caller in AWS's REST-JSON form. */
export class AwsError extends Error {
  readonly code: ErrorName;

  constructor(code: ErrorName, message: string) {
    super(message);
    this.name = 'AwsError';
    this.code = code;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}
