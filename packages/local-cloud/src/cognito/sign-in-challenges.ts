import type { SrpChallenge } from './srp.ts';

/** A sign-in that waits for the proof of the password, or for a code after it. In memory only: a restart ends it. */
export type SignInChallenge =
  | {
      kind: 'password';
      clientId: string;
      srp: SrpChallenge;
      /** Undefined for an unknown address. */
      sub: string | undefined;
    }
  | { kind: 'softwareToken'; clientId: string; sub: string };

export interface SignInChallenges {
  /** `key` identifies the challenge in the client's answer. */
  put(key: string, challenge: SignInChallenge, expiresAt: number): void;
  /** Returns the challenge and removes it, so that it can be answered only once. */
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
