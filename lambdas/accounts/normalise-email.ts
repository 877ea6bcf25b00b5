/** Domains of Gmail, which ignores dots before the @ and delivers both domains to the same mailbox. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns one spelling for all addresses that reach the same mailbox: lower case, no `+tag`, Gmail's dots removed. Used
 * only to check whether a person has had the free credits; mails go to the address as entered.
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
