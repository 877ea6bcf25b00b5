/**
 * Paths of the site to which Google, Apple and Cognito's sign-in pages redirect. Cognito accepts no others, so
 * deployment and site share them.
 */
export const comeBackTo = { signedIn: '/', signedOut: '/signed-out' } as const;

/** The one scope of tokens of a sign-in by password. Those of Google and Apple do not have it (lib/identity.ts). */
export const passwordScope = 'aws.cognito.signin.user.admin';

/**
 * Name under which a confirmation tells whom the confirming browser signed up (Cognito's `sub`): that user's password is
 * its own. Any other was chosen by somebody who may not own the email.
 */
export const ownSignUpKey = 'ownSignUp';

/**
 * Group of users whose password only the owner of their email knows. Without it, a first visit that signed in by
 * password makes no account: the trigger of the confirmation may have failed to end a stranger's password.
 */
export const emailOwners = 'email_owners';

/**
 * Why a sign-up or a first social sign-in is refused: nobody may get a second account or somebody else's (readings 25).
 * Cognito includes the text in the description of its error, by which the site recognises it.
 */
export const signInRefusals = {
  passwordFirst: 'This email already has an account. Please sign in with your password first.',
  googleFirst: 'This email already has an account. Please continue with Google.',
  appleFirst: 'This email already has an account. Please continue with Apple.',
  emailUnverified:
    'Your email is not verified there, so we cannot tell that it is yours. Please sign up with your email and a password.',
  emailInvalid: 'Please enter a valid email address',
  emailUnusual:
    'Your email there has a form that we do not accept. Please sign up with another email and a password.',
  emailMissing: 'We need your email for your account. Please sign up with your email and a password.',
} as const;

/** The refusal that an error's description contains, as a key and in words. */
export function signInRefusalIn(
  description: string,
): { readonly reason: keyof typeof signInRefusals; readonly text: string } | undefined {
  for (const reason of Object.keys(signInRefusals) as (keyof typeof signInRefusals)[])
    if (description.includes(signInRefusals[reason])) return { reason, text: signInRefusals[reason] };
  return undefined;
}
