/**
 * The partition of one user: account, ledger, generations. It is defined here because several stores share it; every
 * other key is private to one store.
 */
export function userPartition(userId: string): string {
  return `USER#${userId}`;
}

/** Prefix of records that are kept after an account is deleted, under a pseudonym. */
export const formerPrefix = 'FORMER#';

/** Prefix of the parts of an account: one Query reads all of them and nothing else. */
export const accountPrefix = 'ACCOUNT#';

export type AccountPart = 'PROFILE' | 'EMAIL' | 'ROLE' | 'CREDITS' | 'SUBSCRIPTION' | 'BRAND_KIT';

/** Key of one part of a user's account. */
export function accountKey(userId: string, part: AccountPart): { pk: string; sk: string } {
  return { pk: userPartition(userId), sk: `${accountPrefix}${part}` };
}
