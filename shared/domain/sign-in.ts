/**
 * Paths of the site that Google, Apple and Cognito's sign-in pages send people back to. Cognito goes nowhere else,
 * so that the deployment and the site must name the same.
 */
export const comeBackTo = { signedIn: '/', signedOut: '/signed-out' } as const;

/**
 * Told to whoever comes from Google or Apple with an e-mail that has an account already, where it is not verified
 * on both sides (readings 25). Cognito passes it on inside its own description of the error.
 */
export const passwordFirst = 'This email already has an account. Please sign in with your password first.';
