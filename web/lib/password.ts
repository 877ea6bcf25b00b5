import { pageSetting } from './page-setting.ts';

/** The least length of a password, in characters. The user pool enforces the same rule (readings 27). */
export function minimumPasswordLength(): number {
  return Number(pageSetting('password-min-length'));
}

/** Length in characters, not in code units. */
export function isTooShort(password: string): boolean {
  return [...password].length < minimumPasswordLength();
}

/** Whether a password begins or ends with a space, which the user pool refuses. */
export function hasOuterBlanks(password: string): boolean {
  return password !== password.trim();
}

/** How strong a password looks: a hint, never a rule. */
export function passwordStrength(password: string): 'short' | 'fair' | 'good' | 'strong' {
  if (isTooShort(password)) return 'short';
  const length = [...password].length;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  if (length >= 14 || (length >= 10 && kinds >= 3)) return 'strong';
  return length >= 8 && kinds >= 2 ? 'good' : 'fair';
}
