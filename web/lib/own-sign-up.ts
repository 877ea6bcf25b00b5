import { tabMemory } from './tab-memory.ts';

const memory = tabMemory('platepost.own-sign-up');

/**
 * Remembers, in this tab, that it signed `email` up itself, as the user `userId` (Cognito's `sub`). Anybody can begin a
 * sign-up with any email, and only a password from here is sure to be its owner's.
 */
export function keepOwnSignUp(email: string, userId: string): void {
  memory.keep(`${userId} ${email.toLowerCase()}`);
}

/** The user as whom this tab signed `email` up, or undefined. */
export function ownSignUp(email: string): string | undefined {
  const [userId, signedUp] = memory.read()?.split(' ') ?? [];
  return signedUp === email.toLowerCase() ? userId : undefined;
}

export function forgetOwnSignUp(): void {
  memory.drop();
}
