import { type KeyObject, X509Certificate } from 'node:crypto';

/** Key purposes that C2PA accepts in a signer's certificate (specification 2.2, 14.5.1.1). At least one is needed. */
const purposes = {
  'e-mail protection': '1.3.6.1.5.5.7.3.4',
  'document signing': '1.3.6.1.5.5.7.3.36',
  'C2PA claim signing': '1.3.6.1.4.1.62558.2.1',
};

/** The certificates in a PEM file, in its order. @throws Error for a file without any */
export function readChain(pem: string): X509Certificate[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0)
    throw new Error('The file has no certificate in PEM ("-----BEGIN CERTIFICATE-----").');
  return found.map((text) => new X509Certificate(text));
}

/** Sentences about properties that readers would refuse; none for a chain that can sign. */
export function checkChain(
  [own, ...issuers]: readonly X509Certificate[],
  key: KeyObject,
  now = new Date(),
): string[] {
  if (!own) return ['There is no certificate.'];
  const chain = [own, ...issuers];
  const outdated = chain.filter(({ validFromDate, validToDate }) => now < validFromDate || now > validToDate);
  const usages = own.keyUsage ?? [];
  return [
    own.publicKey.equals(key)
      ? ''
      : "The first certificate is not of this stack's key: send the authority what --request prints.",
    own.ca ? 'The first certificate is that of an authority, which signs no pictures.' : '',
    usages.some((usage) => Object.values(purposes).includes(usage))
      ? ''
      : `The first certificate serves another purpose: C2PA wants one of ${Object.keys(purposes).join(', ')}.`,
    ...chain.slice(1).map((issuer, index) => {
      const issued = chain[index];
      return issued?.checkIssued(issuer) && issued.verify(issuer.publicKey)
        ? ''
        : `Certificate ${index + 2} has not issued the one before it: put yours first, then each issuer.`;
    }),
    ...outdated.map(
      ({ subject, validFrom, validTo }) =>
        `${subject.replaceAll('\n', ', ')} is valid from ${validFrom} to ${validTo}.`,
    ),
  ].filter((sentence) => sentence !== '');
}
