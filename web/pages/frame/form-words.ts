import { authWords } from '#web/lib/auth-words.ts';
import { words as shared } from '#web/lib/words.ts';

/** Texts of the forms on public pages; all messages are those of back-office-and-public-pages.md sections 5 and 8. */
export const formWords = {
  ...authWords,
  close: shared.close,
  optional: shared.optional,
  logIn: 'Log In',
  loginTitle: 'Welcome back',
  loginText: 'Your studio is as you left it.',
  confirmPassword: 'Confirm password',
  newHere: 'New here?',
  createAccount: 'Create an account',
  waiting: 'One moment…',
  fillSignIn: 'Please fill in email and password',
  fillSignUp: 'Please fill in all required fields',
  passwordsDiffer: 'Passwords do not match',
  alreadyRegistered: 'An account with this email already exists. Please sign in instead.',
  signUpFailed: 'Sign up failed',
  signUpBroke: 'An error occurred during signup',
  signInFailed: 'Sign in failed',
  created: 'Account created! Check your email to verify your account.',
  loggedIn: 'Logged in successfully!',
  unconfirmed: 'Check your email to verify your account.',
} as const;
