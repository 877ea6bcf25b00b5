import { createHash, createHmac, getDiffieHellman, randomBytes } from 'node:crypto';
import {
  type AuthenticationResultType,
  type CognitoIdentityProviderClient,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';

/** Cognito's group: the 3072-bit one of RFC 3526 with generator 2. */
const prime = getDiffieHellman('modp15').getPrime();
const N = toBigInt(prime);
const g = 2n;

function toBigInt(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

/** Big-endian bytes as Java's BigInteger writes them: with a leading zero if the highest bit is set. */
function padded(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

function sha256(...parts: (Buffer | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function hmac(key: Buffer, ...parts: (Buffer | string)[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

function powMod(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let factor = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % N;
    factor = (factor * factor) % N;
  }
  return result;
}

/** `Sat Nov 21 06:31:35 UTC 2026` */
function cognitoTimestamp(date: Date): string {
  const [weekday, day, month, year, time] = date.toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`;
}

/** Signs in as the browser does, by SRP: the password never leaves this process. Rejects with Cognito's error. */
export async function srpSignIn(
  cognito: CognitoIdentityProviderClient,
  request: { userPoolId: string; clientId: string; email: string; password: string },
): Promise<AuthenticationResultType> {
  const a = toBigInt(randomBytes(32));
  const A = powMod(g, a);
  const started = await cognito.send(
    new InitiateAuthCommand({
      ClientId: request.clientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: request.email, SRP_A: A.toString(16) },
    }),
  );
  const {
    SRP_B = '',
    SALT = '',
    SECRET_BLOCK = '',
    USER_ID_FOR_SRP = '',
  } = started.ChallengeParameters ?? {};
  const B = BigInt(`0x${SRP_B}`);
  const poolName = request.userPoolId.split('_')[1] ?? '';
  const u = toBigInt(sha256(padded(A), padded(B)));
  const identity = sha256(`${poolName}${USER_ID_FOR_SRP}:${request.password}`);
  const x = toBigInt(sha256(padded(BigInt(`0x${SALT}`)), identity));
  const k = toBigInt(sha256(padded(N), padded(g)));
  const base = (((B - k * powMod(g, x)) % N) + N) % N;
  const secret = powMod(base, a + u * x);
  const key = hmac(hmac(padded(u), padded(secret)), 'Caldera Derived Key', '\x01').subarray(0, 16);
  const timestamp = cognitoTimestamp(new Date());
  const signature = hmac(key, poolName, USER_ID_FOR_SRP, Buffer.from(SECRET_BLOCK, 'base64'), timestamp);
  const { AuthenticationResult } = await cognito.send(
    new RespondToAuthChallengeCommand({
      ClientId: request.clientId,
      ChallengeName: 'PASSWORD_VERIFIER',
      Session: started.Session,
      ChallengeResponses: {
        USERNAME: USER_ID_FOR_SRP,
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        PASSWORD_CLAIM_SIGNATURE: signature.toString('base64'),
        TIMESTAMP: timestamp,
      },
    }),
  );
  if (!AuthenticationResult) throw new Error('Cognito asked for another challenge');
  return AuthenticationResult;
}
