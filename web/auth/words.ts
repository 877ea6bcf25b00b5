import { brand } from '#shared/brand.ts';
import { passwordFirst } from '#shared/domain/sign-in.ts';

/** Texts of the sign-up and sign-in page; those of customer-product.md sections 2, 5 and 8 stand as given. */
export const words = {
  title: brand.name,
  tagline: brand.tagline,
  cardTitle: 'Get Started',
  cardText: 'Sign up to get 2 free AI generations, then choose your plan',
  signUp: 'Sign Up',
  signIn: 'Sign In',
  email: 'Email',
  password: 'Password',
  fullName: 'Full name',
  company: 'Company',
  optional: 'optional',
  passwordHint: 'At least 6 characters. Longer is safer.',
  passwordTooShort: 'Password must be at least 6 characters long',
  forgot: 'Forgot your password?',
  created: 'Account created successfully! Please check your email to verify your account.',
  alreadyRegistered: 'This email is already registered. Please sign in instead.',
  unexpected: 'An unexpected error occurred',
  welcomeBack: 'Welcome back!',
  confirmTitle: 'Check your email',
  confirmText: (email: string) => `We sent a code of six digits to ${email}. Enter it here to finish.`,
  code: 'Confirmation code',
  confirm: 'Confirm',
  resend: 'Send a new code',
  resent: 'A new code is on its way',
  back: 'Back to Sign In',
  resetTitle: 'Reset your password',
  resetText: 'Tell us your email and we send you a code.',
  sendCode: 'Send code',
  newPassword: 'New password',
  newPasswordText: (email: string) => `Enter the code we sent to ${email} and a new password.`,
  savePassword: 'Save password',
  withProvider: { Google: 'Continue with Google', Apple: 'Continue with Apple' },
  or: 'or with your email',
  /** Why somebody was sent here, by `?reason=`. */
  reasons: {
    subscribe: 'Please sign in to subscribe',
    expired: 'Your session has ended. Please sign in again; your choices are kept.',
    passwordFirst,
    provider:
      'That way of signing in did not work. If you already have a password here, sign in with it first.',
  } as Readonly<Record<string, string>>,
} as const;
