import { createPublicKey, type X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setSigningCertificates } from '#lambdas/platform/signing-certificate-store.ts';
import { brand } from '#shared/brand.ts';
import type { AuditCommand } from '#shared/domain/audit-log.ts';
import { chooseStack, stackOptions, stackUsage } from './choose-stack.ts';
import { checkChain, readChain } from './signing/check-chain.ts';
import { certificateRequest, testCertificates } from './signing/make-certificates.ts';
import { publicKeyOf, signerOf } from './signing/signing-key.ts';

const usage = `Sets the certificate of the key that signs pictures (C2PA). Without one, pictures leave unsigned.

  --test           One for trying, made here: readers say that a picture is valid, and its signer unknown
  --request        Prints a request (PKCS #10) for an authority of the C2PA trust list to sign; --organisation names you
  --set <file>     The authority's answer in PEM: your certificate, then each issuer without the root

Usage: npm run tool:signing-certificate -- --test|--request|--set <file> [--organisation <name>] [options]

${stackUsage}`;

export async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...stackOptions,
      test: { type: 'boolean', default: false },
      request: { type: 'boolean', default: false },
      set: { type: 'string' },
      organisation: { type: 'string', default: brand.name },
      /**
       * For the local cloud, which has no outputs yet: the key's ARN. Table and credentials come from the environment.
       */
      key: { type: 'string' },
    },
  });
  const { test, request, set, organisation } = values;
  if (values.help || [test, request, set !== undefined].filter(Boolean).length !== 1) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const keyArn = values.key ?? chooseStack(values).signingKeyArn;
  if (keyArn === undefined)
    throw new Error('This stage signs no pictures: set "signing": true in its settings and deploy it.');
  const publicKey = await publicKeyOf(keyArn);
  const subject = { organisation, commonName: brand.name };
  if (request) {
    process.stdout.write(await certificateRequest(publicKey, subject, signerOf(keyArn)));
    return;
  }
  const chain =
    set === undefined ? testCertificates(publicKey, subject) : readChain(readFileSync(set, 'utf8'));
  const problems = checkChain(chain, createPublicKey({ key: publicKey, format: 'der', type: 'spki' }));
  if (problems.length > 0) throw new Error(`Nothing was set:\n${problems.map((p) => `- ${p}`).join('\n')}`);
  await setSigningCertificates(chain, 'signing-certificate' satisfies AuditCommand);
  process.stdout.write(`${described(chain)}\nFunctions know it within a minute.\n`);
}

function described([own]: readonly X509Certificate[]): string {
  const until = own?.validToDate.toISOString().slice(0, 10);
  return `Pictures are signed as ${own?.subject.replaceAll('\n', ', ')}, until ${until}.`;
}
