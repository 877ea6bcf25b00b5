/** Gmail ignores dots before the @ and accepts both domains. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns one spelling for all addresses that reach the same mailbox: lower case, no `+tag`, Gmail's dots removed.
 * Used only to check whether a person has had the free credits; mail goes to the address as entered.
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
