/**
 * Paths of the site that Google, Apple and Cognito's sign-in pages send people back to. Cognito goes nowhere else,
 * so that the deployment and the site must name the same.
 */
export const comeBackTo = { signedIn: '/', signedOut: '/signed-out' } as const;

/**
 * Shown to a user who comes from Google or Apple with the e-mail of an existing account, if it is not verified on both
 * sides (readings 25). Cognito includes it in the description of its error.
 */
export const passwordFirst = 'This email already has an account. Please sign in with your password first.';
