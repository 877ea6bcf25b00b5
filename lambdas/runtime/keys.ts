/**
 * The partition that holds everything of one user: account, ledger, generations. Partition and prefix are
 * known here because several stores share them; every other key is known to one store alone.
 */
export function userPartition(userId: string): string {
  return `USER#${userId}`;
}

/** What must be kept of a user who is gone: the books, under a pseudonym that leads to nobody. */
export const formerPrefix = 'FORMER#';

/** Parts of the account. They share a prefix, so that one Query reads all of them and nothing else. */
export const accountPrefix = 'ACCOUNT#';

export type AccountPart = 'PROFILE' | 'EMAIL' | 'ROLE' | 'CREDITS' | 'SUBSCRIPTION';

/** Key of one part of the account of the user. */
export function accountKey(userId: string, part: AccountPart): { pk: string; sk: string } {
  return { pk: userPartition(userId), sk: `${accountPrefix}${part}` };
}
