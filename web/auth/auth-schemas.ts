import * as z from 'zod/mini';
import { isEmailAddress } from '#shared/domain/email-address.ts';
import { hasOuterBlanks, isTooShort, minimumPasswordLength } from '#web/lib/password.ts';
import { typedCode } from '#web/lib/typed-code.ts';
import { words } from './words.ts';

/** Accepts any text: for fields that a view does not show. */
const anything = z.object({
  email: z.string(),
  password: z.string(),
  fullName: z.string(),
  company: z.string().check(z.trim()),
  code: z.string(),
});

/** The fields of the sign-in page. Its views share the values, so that nothing is typed twice. */
export type AuthValues = z.output<typeof anything>;

const email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: words.emailMissing, abort: true }),
    z.refine(isEmailAddress, words.emailInvalid),
  );
const password = z.string().check(z.minLength(1, words.passwordMissing));
const newPassword = z.string().check(
  z.refine((chosen) => !isTooShort(chosen), {
    error: () => words.passwordTooShort(minimumPasswordLength()),
  }),
  z.refine((chosen) => !hasOuterBlanks(chosen), words.passwordBlanks),
);
const fullName = z.string().check(z.trim(), z.minLength(1, words.fullNameMissing));
const code = z.string().check(z.overwrite(typedCode), z.minLength(1, words.codeMissing));

/** The schema of each view, by Amplify's name of it. */
export const authSchemas = {
  signIn: z.extend(anything, { email, password }),
  signUp: z.extend(anything, { email, password: newPassword, fullName }),
  confirmSignUp: z.extend(anything, { code }),
  confirmSignIn: z.extend(anything, { code }),
  forgotPassword: z.extend(anything, { email }),
  confirmResetPassword: z.extend(anything, { code, password: newPassword }),
};

export type AuthView = keyof typeof authSchemas;

export function isAuthView(route: string): route is AuthView {
  return Object.hasOwn(authSchemas, route);
}

export const emptyAuthValues: AuthValues = { email: '', password: '', fullName: '', company: '', code: '' };
