/** Texts of signing up and in that the sign-in page shares with the public pages. */
export const authWords = {
  signIn: 'Sign In',
  signUp: 'Sign Up',
  email: 'Email',
  password: 'Password',
  fullName: 'Full name',
  company: 'Company',
  passwordHint: 'At least 6 characters. Longer is safer.',
  passwordTooShort: 'Password must be at least 6 characters long',
  forgot: 'Forgot your password?',
  welcomeBack: 'Welcome back!',
  continueWith: (provider: string) => `Continue with ${provider}`,
} as const;

/** Names of the social providers, by Amplify's names in `config.json`. */
export const providerNames = { Google: 'Google', SignInWithApple: 'Apple' } as const;
