import { signInRefusals } from '#shared/domain/sign-in.ts';

/** Texts of signing up and in that the sign-in page shares with the public pages. */
export const authWords = {
  signIn: 'Sign In',
  signUp: 'Sign Up',
  email: 'Email',
  password: 'Password',
  fullName: 'Full name',
  company: 'Company',
  passwordHint: (least: number) => `At least ${least} characters. Longer is safer.`,
  passwordTooShort: (least: number) => `Password must be at least ${least} characters long`,
  passwordBlanks: 'Password cannot begin or end with a space',
  emailInvalid: signInRefusals.emailInvalid,
  tooManyAttempts: 'Too many attempts. Please try again later.',
  noMail: 'We cannot send emails right now. Please try again later.',
  storageFull: 'This browser has no room left to keep you signed in. Please free some space and try again.',
  wrongCode: 'This code is incorrect. Please check it, or ask for a new one.',
  codeExpired: 'This code is not valid any more. Please ask for a new one.',
  wrongAppCode: 'This code is incorrect. Wait for the next one and try again.',
  usedAppCode: 'This code was used already. Wait for the next one and try again.',
  tooManyCodes: 'Too many wrong codes. Please wait a few minutes, go back and sign in again.',
  signInOver: 'This sign-in has ended. Please go back and sign in again.',
  passwordFirst: 'Please choose a new password first, by “Forgot your password?”',
  forgot: 'Forgot your password?',
  welcomeBack: 'Welcome back!',
  continueWith: (provider: string) => `Continue with ${provider}`,
} as const;

/** Names of the social providers, by Amplify's names in `config.json`. */
export const providerNames = { Google: 'Google', SignInWithApple: 'Apple' } as const;
