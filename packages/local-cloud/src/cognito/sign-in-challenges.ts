import type { SrpChallenge } from './srp.ts';

/** A sign-in that waits for its next step. In memory only: a restart asks the person to sign in again. */
export type SignInChallenge = { clientId: string } & (
  | { name: 'PASSWORD_VERIFIER'; srp: SrpChallenge; sub: string | undefined }
  | { name: 'NEW_PASSWORD_REQUIRED'; sub: string }
);

export interface SignInChallenges {
  /** `key` is what the client sends back to name the challenge. */
  put(key: string, challenge: SignInChallenge, expiresAt: number): void;
  /** The challenge, once: a second answer to the same one finds nothing. */
  take(key: string): SignInChallenge | undefined;
}

export const createSignInChallenges = (now: () => number): SignInChallenges => {
  const open = new Map<string, { challenge: SignInChallenge; expiresAt: number }>();
  return {
    put(key, challenge, expiresAt) {
      for (const [other, { expiresAt: end }] of open) if (end <= now()) open.delete(other);
      open.set(key, { challenge, expiresAt });
    },
    take(key) {
      const found = open.get(key);
      open.delete(key);
      return found && found.expiresAt > now() ? found.challenge : undefined;
    },
  };
};
