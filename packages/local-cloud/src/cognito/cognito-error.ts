/**
 * An error as the Cognito API answers it: HTTP 400 with `type` as the exception's name. `message` is the
 * text AWS sends, because sites show it and tests of the product compare it.
 */
export class CognitoError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.name = type;
    this.type = type;
  }
}

/** The error for a wrong password and, where the client hides which users exist, for an unknown user. */
export const incorrectCredentials = () =>
  new CognitoError('NotAuthorizedException', 'Incorrect username or password.');

export const userDisabled = () => new CognitoError('NotAuthorizedException', 'User is disabled.');

export const userNotFound = () => new CognitoError('UserNotFoundException', 'User does not exist.');

export const emailTaken = (type: 'UsernameExistsException' | 'AliasExistsException') =>
  new CognitoError(type, 'An account with the given email already exists.');

export const invalidParameter = (message: string) => new CognitoError('InvalidParameterException', message);

export const codeMismatch = () =>
  new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');

export const codeExpired = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
