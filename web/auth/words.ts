import { brand } from '#shared/brand.ts';
import { signInRefusals } from '#shared/domain/sign-in.ts';
import { authWords } from '#web/lib/auth-words.ts';
import { count } from '#web/lib/format.ts';

/** Texts of the sign-up and sign-in page. Those in customer-product.md, sections 2, 5 and 8, are used word for word. */
export const words = {
  ...authWords,
  home: `${brand.name}, home`,
  tagline: brand.tagline,
  cardTitle: 'Get Started',
  /** The specification's text with the number that staff have set, 2 by default. */
  cardText: (free: number) =>
    free > 0
      ? `Sign up to get ${count(free, 'free AI generation')}, then choose your plan`
      : 'Sign up, then choose your plan',
  signInAgain: 'Sign in again',
  aside: 'What it does',
  sample: 'A burger photo',
  sampleText: 'One photo from your phone, made ready for the feed. Drag to compare.',
  loading: 'Loading',
  emailMissing: 'Please enter your email address',
  passwordMissing: 'Please enter your password',
  fullNameMissing: 'Please enter your full name',
  codeMissing: 'Please enter the code',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  strength: { short: '', fair: 'Fair', good: 'Good', strong: 'Strong' },
  created: 'Account created successfully! Please check your email to verify your account.',
  alreadyRegistered: 'This email is already registered. Please sign in instead.',
  unexpected: 'An unexpected error occurred',
  confirmTitle: 'Check your email',
  confirmText: (email: string) => `We sent a six-digit code to ${email}. Enter it here to finish.`,
  code: 'Confirmation code',
  confirm: 'Confirm',
  resend: 'Send a new code',
  confirmed: 'Your email is confirmed. Please sign in.',
  confirmedAgain:
    'Your email is confirmed. Please sign in, with your first password if you signed up more than once.',
  resent: 'A new code is on its way',
  back: 'Back to Sign In',
  secondFactorTitle: 'Enter your code',
  secondFactorText: 'Open your authenticator app and enter the six-digit code it shows.',
  appCode: 'Code from the app',
  lostPhone: 'Lost your phone? Write to',
  resetTitle: 'Reset your password',
  resetText: 'Enter your email and we will send you a code.',
  sendCode: 'Send code',
  newPassword: 'New password',
  newPasswordText: (email: string) => `Enter the code we sent to ${email} and a new password.`,
  savePassword: 'Save password',
  chooseTitle: 'Choose a password',
  chooseText: (email: string) =>
    `Your email is confirmed. Enter the new code we sent to ${email} and choose a password to sign in.`,
  passwordChanged: {
    signedIn: 'Your password is changed.',
    appCode: 'Your password is changed. Now enter the code of your authenticator app.',
    signedOut: 'Your password is changed. Please sign in with it.',
  },
  or: 'or with your email',
  chosen: (plan: string, price: string) => `${plan}, ${price} per month`,
  chosenText: 'The checkout opens after you sign in.',
  notNow: 'Not now',
  /** The reason for the redirect to this page, by `?reason=`. */
  reasons: {
    subscribe: 'Please sign in to subscribe',
    expired: 'Your session has ended. Please sign in again; your choices are kept.',
    changed: 'You changed how you sign in. Please sign in again.',
    ...signInRefusals,
    provider:
      'Signing in with that provider failed. If you already have a password here, sign in with it first.',
  } as Readonly<Record<string, string>>,
} as const;
