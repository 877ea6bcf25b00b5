/**
 * Paths of the site to which Google, Apple and Cognito's sign-in pages redirect. Cognito accepts no others, so
 * deployment and site share them.
 */
export const comeBackTo = { signedIn: '/', signedOut: '/signed-out' } as const;

/**
 * Shown to a user who comes from Google or Apple with the e-mail of an existing account, if it is not verified on both
 * sides (readings 25). Cognito includes it in the description of its error.
 */
export const passwordFirst = 'This email already has an account. Please sign in with your password first.';
