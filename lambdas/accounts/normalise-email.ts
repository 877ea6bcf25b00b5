/** Providers that deliver several domains to the same mailbox, and the characters that they ignore before the @. */
const providers: readonly { readonly domains: readonly string[]; readonly ignored?: string }[] = [
  // https://support.google.com/mail/answer/7436150
  { domains: ['gmail.com', 'googlemail.com'], ignored: '.' },
  // https://support.apple.com/118230
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  // https://proton.me/support/addresses-and-aliases, https://proton.me/support/change-username
  { domains: ['protonmail.com', 'protonmail.ch', 'proton.me', 'pm.me'], ignored: '._-' },
  // https://yandex.com/support/id/authorization/email.html
  { domains: ['yandex.ru', 'yandex.com', 'ya.ru'] },
];

/**
 * Returns one spelling for all addresses that reach the same mailbox: lower case, no `+tag`, and for some providers one
 * domain without ignored characters. Used only to check whether a person has had the free credits; mails go to the
 * address as entered.
 */
export function normaliseEmail(email: string): string {
  const { local, domain } = partsOf(email);
  const provider = providers.find(({ domains }) => domains.includes(domain));
  const kept = [...local].filter((character) => !provider?.ignored?.includes(character)).join('');
  return `${kept}@${provider?.domains[0] ?? domain}`;
}

/** The spelling that markers of free credits had while Gmail was the only provider with several domains. */
export function formerSpelling(email: string): string {
  const { local, domain } = partsOf(email);
  return domain === 'gmail.com' || domain === 'googlemail.com' ? normaliseEmail(email) : `${local}@${domain}`;
}

function partsOf(email: string): { local: string; domain: string } {
  const [local = '', domain = ''] = email
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  return { local: local.replace(/\+.*$/s, ''), domain };
}
