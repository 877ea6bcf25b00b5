import { Secret, TOTP } from 'otpauth';
import * as z from 'zod';
import { CognitoError, invalidParameter, userNotFound } from './cognito-error.ts';
import { operation } from './operation.ts';
import type { Pool, SoftwareToken, User } from './user-pool-store.ts';

/** Authenticator apps (time-based one-time passwords, RFC 6238) as a second factor of sign-in. */

const stepSeconds = 30;

/**
 * Checks a code, of the current step or the one before or after it, and uses it up.
 * @throws CognitoError CodeMismatchException, ExpiredCodeException for a code that was used before
 */
export const redeemSoftwareToken = (token: SoftwareToken, code: string, now: number): void => {
  const totp = new TOTP({ secret: Secret.fromBase32(token.secret), period: stepSeconds });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  if (delta === null) throw new CognitoError('CodeMismatchException', 'Invalid code received for user');
  const step = Math.floor(now / 1000 / stepSeconds) + delta;
  if (token.lastStep !== undefined && step <= token.lastStep)
    throw new CognitoError('ExpiredCodeException', 'Your software token has already been used once.');
  token.lastStep = step;
};

/** The second factor as GetUser and AdminGetUser report it. */
export const describeSecondFactor = ({ softwareToken }: User) =>
  softwareToken?.enabled
    ? { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'], PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' }
    : {};

const requireMfa = (pool: Pool): void => {
  if (pool.settings.MfaConfiguration !== 'OPTIONAL')
    throw new CognitoError(
      'SoftwareTokenMFANotFoundException',
      'Software Token MFA has not been enabled by the userPool',
    );
};

const setUserPoolMfaConfig = operation(
  'signed',
  z.strictObject({
    UserPoolId: z.string(),
    MfaConfiguration: z.enum(['OFF', 'OPTIONAL']),
    SoftwareTokenMfaConfiguration: z.strictObject({ Enabled: z.literal(true) }).optional(),
  }),
  async (engine, { UserPoolId, MfaConfiguration, SoftwareTokenMfaConfiguration }) => {
    const pool = engine.store.pool(UserPoolId);
    if (MfaConfiguration === 'OPTIONAL' && !SoftwareTokenMfaConfiguration)
      throw invalidParameter(
        "Invalid MFA configuration given, can't turn on MFA without a configured factor.",
      );
    pool.settings.MfaConfiguration = MfaConfiguration;
    pool.modifiedAt = engine.now();
    await engine.store.savePool(pool);
    return { MfaConfiguration, SoftwareTokenMfaConfiguration };
  },
);

const associateSoftwareToken = operation(
  'open',
  z.object({ AccessToken: z.string() }),
  async (engine, { AccessToken }) => {
    const { pool, user } = await engine.tokens.owner(AccessToken);
    requireMfa(pool);
    const secret = new Secret({ size: 32 }).base32;
    // An enabled token stays in force until the new secret is verified.
    user.pendingSoftwareToken = secret;
    await engine.store.saveUser(pool, user);
    return { SecretCode: secret };
  },
);

const verifySoftwareToken = operation(
  'open',
  z.object({ AccessToken: z.string(), UserCode: z.string(), FriendlyDeviceName: z.string().optional() }),
  async (engine, { AccessToken, UserCode }) => {
    const { pool, user } = await engine.tokens.owner(AccessToken);
    if (user.pendingSoftwareToken === undefined)
      throw invalidParameter('No software token was associated with the user.');
    const token: SoftwareToken = {
      secret: user.pendingSoftwareToken,
      enabled: user.softwareToken?.enabled ?? false,
    };
    try {
      redeemSoftwareToken(token, UserCode, engine.now());
    } catch {
      throw new CognitoError('EnableSoftwareTokenMFAException', 'Code mismatch');
    }
    user.softwareToken = token;
    user.pendingSoftwareToken = undefined;
    await engine.store.saveUser(pool, user);
    return { Status: 'SUCCESS' };
  },
);

const preference = z.object({
  SoftwareTokenMfaSettings: z
    .strictObject({ Enabled: z.boolean().default(false), PreferredMfa: z.boolean().optional() })
    .optional(),
});

const applyPreference = (user: User, { SoftwareTokenMfaSettings }: z.output<typeof preference>): void => {
  const isEnabled = SoftwareTokenMfaSettings?.Enabled ?? false;
  if (isEnabled && !user.softwareToken) throw invalidParameter('User has not verified software token mfa');
  if (user.softwareToken) user.softwareToken.enabled = isEnabled;
};

const setUserMFAPreference = operation(
  'open',
  preference.extend({ AccessToken: z.string() }),
  async (engine, input) => {
    const { pool, user } = await engine.tokens.owner(input.AccessToken);
    requireMfa(pool);
    applyPreference(user, input);
    await engine.store.saveUser(pool, user);
    return {};
  },
);

const adminSetUserMFAPreference = operation(
  'signed',
  preference.extend({ UserPoolId: z.string(), Username: z.string().min(1) }),
  async (engine, input) => {
    const pool = engine.store.pool(input.UserPoolId);
    const user = engine.store.findUser(pool, input.Username);
    if (!user) throw userNotFound();
    applyPreference(user, input);
    await engine.store.saveUser(pool, user);
    return {};
  },
);

export const softwareTokenOperations = {
  SetUserPoolMfaConfig: setUserPoolMfaConfig,
  AssociateSoftwareToken: associateSoftwareToken,
  VerifySoftwareToken: verifySoftwareToken,
  SetUserMFAPreference: setUserMFAPreference,
  AdminSetUserMFAPreference: adminSetUserMFAPreference,
};
