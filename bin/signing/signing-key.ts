import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import type { SignDigest } from './make-certificates.ts';

/** The SubjectPublicKeyInfo of the key in KMS, in DER. */
export async function publicKeyOf(keyArn: string): Promise<Buffer> {
  const { PublicKey } = await new KMSClient({}).send(new GetPublicKeyCommand({ KeyId: keyArn }));
  if (!PublicKey) throw new Error(`KMS returned no public key of ${keyArn}`);
  return Buffer.from(PublicKey);
}

/** Signs digests with the key in KMS. */
export function signerOf(keyArn: string): SignDigest {
  return async (Message) => {
    const { Signature } = await new KMSClient({}).send(
      new SignCommand({
        KeyId: keyArn,
        Message,
        MessageType: 'DIGEST',
        SigningAlgorithm: 'ECDSA_SHA_256',
      }),
    );
    if (!Signature) throw new Error('KMS returned no signature');
    return Signature;
  };
}
