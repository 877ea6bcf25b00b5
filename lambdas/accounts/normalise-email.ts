/** Gmail ignores dots before the @, and answers under both names. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/**
 * One spelling for all addresses that reach the same mailbox: lower case, no `+tag`, Gmail's dots removed.
 * Only for asking whether a person had the free credits already; mail goes to the address as it was given.
 */
export function normaliseEmail(email: string): string {
  const [local = '', domain = ''] = email
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  const untagged = local.replace(/\+.*$/s, '');
  return dotless.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}
