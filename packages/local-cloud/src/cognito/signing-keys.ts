import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readJsonFile } from '../json-file.ts';

export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** As on AWS, id tokens and access tokens are signed with different keys of one key set. */
export interface SigningKeys {
  id: SigningKey;
  access: SigningKey;
}

interface StoredKey {
  kid: string;
  pem: string;
}

const makeKey = (): StoredKey => ({
  kid: randomBytes(32).toString('base64'),
  pem: generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey,
});

const openKey = ({ kid, pem }: StoredKey): SigningKey => {
  const privateKey = createPrivateKey(pem);
  return { kid, privateKey, publicKey: createPublicKey(privateKey) };
};

/** The keys kept in the file at `path`, made at the first start so that no two machines share them. */
export const openSigningKeys = (path: string): SigningKeys => {
  let stored = readJsonFile(path) as { id: StoredKey; access: StoredKey } | undefined;
  if (!stored) {
    stored = { id: makeKey(), access: makeKey() };
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.tmp`, JSON.stringify(stored), { mode: 0o600 });
    renameSync(`${path}.tmp`, path);
  }
  return { id: openKey(stored.id), access: openKey(stored.access) };
};

/** The public keys as `/.well-known/jwks.json` lists them. */
export const jsonWebKeySet = (keys: SigningKeys) => ({
  keys: [keys.id, keys.access].map(({ kid, publicKey }) => {
    const { e, kty, n } = publicKey.export({ format: 'jwk' });
    return { alg: 'RS256', e, kid, kty, n, use: 'sig' };
  }),
});
