import { ApiError } from './api-error.ts';
import { authWords as words } from './auth-words.ts';

/** The kind of request to the user pool: one with an e-mail and a password, or the code of the authenticator app. */
type Asked = 'account' | 'appCode';

/**
 * Our text for a refusal of the user pool or of the browser whose own text is for developers, or wrong here: nobody can
 * request a new code of an authenticator app. Undefined for any other error.
 */
export function refusalText(error: unknown, asked: Asked): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Amplify's name for a lost connection.
  if (error.name === 'NetworkError') return new ApiError('offline').message;
  // The user pool has accepted, but the browser cannot store the tokens.
  if (error.name === 'QuotaExceededError') return words.storageFull;
  return asked === 'appCode' ? ofAppCode(error) : ofAccount(error);
}

function ofAccount({ name, message }: Error): string | undefined {
  switch (name) {
    case 'InvalidParameterException':
      // The exception has many causes. Only this one comes from the user's input.
      return message.includes('should be an email') ? words.emailInvalid : undefined;
    case 'CodeMismatchException':
      return words.wrongCode;
    case 'ExpiredCodeException':
      return words.codeExpired;
    case 'NotAuthorizedException':
      return isLockout(message) ? words.tooManyAttempts : undefined;
    case 'CodeDeliveryFailureException':
      return words.noMail;
    case 'LimitExceededException':
      // Also the name for a user pool that has sent all its mails of the day.
      return message.includes('email limit') ? words.noMail : words.tooManyAttempts;
    case 'TooManyRequestsException':
    // The limits of the user pool's web ACL (`lib/firewall.ts`).
    case 'ForbiddenException':
      return words.tooManyAttempts;
  }
}

function ofAppCode({ name, message }: Error): string | undefined {
  switch (name) {
    case 'CodeMismatchException':
      return words.wrongAppCode;
    case 'ExpiredCodeException':
      return message.includes('already been used') ? words.usedAppCode : words.signInOver;
    case 'NotAuthorizedException':
      return isLockout(message) ? words.tooManyCodes : words.signInOver;
    // Amplify has lost the sign-in to which this code belongs.
    case 'SignInException':
      return words.signInOver;
  }
}

function isLockout(message: string): boolean {
  return message.includes('attempts exceeded');
}
