import { type SignInInput, type SignInOutput, signIn } from 'aws-amplify/auth';

/**
 * How the user pool refuses the repetition of a request that it has carried out, as `name: message`. Amplify repeats a
 * request whose reply was lost, so that users would see these refusals.
 */
const refusalsOfRepetition = {
  ConfirmSignUp: /^NotAuthorizedException: .*status is CONFIRMED/,
  ConfirmForgotPassword: /^ExpiredCodeException: /,
  RespondToAuthChallenge: /^NotAuthorizedException: Invalid session/,
  // Not for a wrong code, which has an exception of its own.
  VerifySoftwareToken: /^(InvalidParameter|SoftwareTokenMFANotFound|ExpiredCode)Exception: /,
};

/**
 * The result of a request to the user pool. If it was refused as the repetition of a request that was carried out,
 * `goOn` takes the next step, which shows whether it was, and gets the refusal.
 */
export async function unlessDone<Result>(
  operation: keyof typeof refusalsOfRepetition,
  request: () => Promise<Result>,
  goOn: (refusal: Error) => Promise<Result>,
): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (!refusalsOfRepetition[operation].test(`${error.name}: ${error.message}`)) throw error;
    return goOn(error);
  }
}

/** Signs in. If only the reply to the password was lost, the sign-in begins anew. */
export function signInOrAnew(input: SignInInput): Promise<SignInOutput> {
  const begin = () => signIn(input);
  return unlessDone('RespondToAuthChallenge', begin, begin);
}
