import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import {
  CognitoError,
  incorrectCredentials,
  invalidParameter,
  userDisabled,
  userNotFound,
} from './cognito-error.ts';
import { type Engine, operation } from './operation.ts';
import { checkLockout, hasPassword, noteWrongPassword, poolName } from './passwords.ts';
import { hidesUsers } from './sign-up-operations.ts';
import { redeemSoftwareToken } from './software-token.ts';
import { makeVerifier, provesPassword, startSrp } from './srp.ts';
import type { Client, Pool, User } from './user-pool-store.ts';

const requireFlow = (client: Client, flow: string): void => {
  const allowed: readonly string[] = client.settings.ExplicitAuthFlows;
  if (!allowed.includes(`ALLOW_${flow}`)) throw invalidParameter(`${flow} flow not enabled for this client`);
};

const requireParameter = (parameters: Record<string, string>, name: string): string => {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
};

/** Issues tokens once the password is proved, unless the user is disabled, not confirmed or must enter a code first. */
const completeSignIn = async (engine: Engine, pool: Pool, client: Client, user: User): Promise<object> => {
  user.failedSignIns = { count: 0, lastAt: 0 };
  await engine.store.saveUser(pool, user);
  if (!user.enabled) throw userDisabled();
  if (user.status === 'UNCONFIRMED') {
    throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
  }
  if (user.softwareToken?.enabled && pool.settings.MfaConfiguration === 'OPTIONAL')
    return askForSoftwareToken(engine, client, user);
  return issueTokens(engine, pool, client, user);
};

const issueTokens = async (engine: Engine, pool: Pool, client: Client, user: User): Promise<object> => {
  return { ChallengeParameters: {}, AuthenticationResult: await engine.tokens.issue(pool, client, user) };
};

const askForSoftwareToken = (engine: Engine, client: Client, user: User): object => {
  const Session = randomBytes(48).toString('base64url');
  engine.challenges.put(
    Session,
    { kind: 'softwareToken', clientId: client.id, sub: user.sub },
    engine.now() + client.settings.AuthSessionValidity * 60_000,
  );
  return {
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    ChallengeParameters: { USER_ID_FOR_SRP: user.username },
    Session,
  };
};

/** Sign-in with the password itself. */
const signInWithPassword = async (
  engine: Engine,
  pool: Pool,
  client: Client,
  parameters: Record<string, string>,
): Promise<object> => {
  const user = engine.store.findUser(pool, requireParameter(parameters, 'USERNAME'));
  const password = requireParameter(parameters, 'PASSWORD');
  if (!user) throw hidesUsers(client) ? incorrectCredentials() : userNotFound();
  checkLockout(user, engine.now());
  if (!hasPassword(pool, user, password)) {
    const error = noteWrongPassword(user, engine.now());
    await engine.store.saveUser(pool, user);
    throw error;
  }
  return completeSignIn(engine, pool, client, user);
};

/** A stable id for an unknown address, so that a challenge does not reveal which users exist. */
const inventedUserId = (pool: Pool, login: string): string => {
  const hash = createHash('sha256')
    .update(`${pool.id}\n${pool.createdAt}\n${login.toLowerCase()}`)
    .digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
};

const startSrpSignIn = (
  engine: Engine,
  pool: Pool,
  client: Client,
  parameters: Record<string, string>,
): object => {
  const login = requireParameter(parameters, 'USERNAME');
  const user = engine.store.findUser(pool, login);
  if (!user && !hidesUsers(client)) throw userNotFound();
  if (user) checkLockout(user, engine.now());
  const userId = user?.username ?? inventedUserId(pool, login);
  const stored = user?.password ?? makeVerifier(poolName(pool), userId, randomBytes(32).toString('hex'));
  const srp = startSrp({
    poolName: poolName(pool),
    userId,
    stored,
    clientPublicHex: requireParameter(parameters, 'SRP_A'),
  });
  if (!srp) throw invalidParameter('Missing or invalid parameter SRP_A');
  engine.challenges.put(
    srp.secretBlock,
    { kind: 'password', clientId: client.id, srp, sub: user?.sub },
    engine.now() + client.settings.AuthSessionValidity * 60_000,
  );
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: stored.salt,
      SECRET_BLOCK: srp.secretBlock,
      SRP_B: srp.serverPublic.toString(16),
      USERNAME: userId,
      USER_ID_FOR_SRP: userId,
    },
  };
};

const expiredSession = () =>
  new CognitoError('NotAuthorizedException', 'Invalid session for the user, session is expired.');

const timestampForm = /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat) [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

const answerPasswordVerifier = async (
  engine: Engine,
  pool: Pool,
  client: Client,
  responses: Record<string, string>,
): Promise<object> => {
  const timestamp = requireParameter(responses, 'TIMESTAMP');
  const signature = requireParameter(responses, 'PASSWORD_CLAIM_SIGNATURE');
  if (!timestampForm.test(timestamp)) {
    throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.');
  }
  const challenge = engine.challenges.take(requireParameter(responses, 'PASSWORD_CLAIM_SECRET_BLOCK'));
  if (challenge?.kind !== 'password' || challenge.clientId !== client.id) throw expiredSession();
  const user = challenge.sub === undefined ? undefined : engine.store.findUser(pool, challenge.sub);
  if (!user) throw incorrectCredentials();
  checkLockout(user, engine.now());
  if (user.password === undefined || !provesPassword(challenge.srp, timestamp, signature)) {
    const error = noteWrongPassword(user, engine.now());
    await engine.store.saveUser(pool, user);
    throw error;
  }
  return completeSignIn(engine, pool, client, user);
};

/** A wrong code may be tried again in the same session, as often as a wrong password. */
const answerSoftwareToken = async (
  engine: Engine,
  pool: Pool,
  client: Client,
  session: string | undefined,
  responses: Record<string, string>,
): Promise<object> => {
  const code = requireParameter(responses, 'SOFTWARE_TOKEN_MFA_CODE');
  const challenge = engine.challenges.take(session ?? '');
  if (challenge?.kind !== 'softwareToken' || challenge.clientId !== client.id) throw expiredSession();
  const user = engine.store.findUser(pool, challenge.sub);
  if (!user?.softwareToken) throw expiredSession();
  checkLockout(user, engine.now());
  try {
    redeemSoftwareToken(user.softwareToken, code, engine.now());
  } catch (error) {
    noteWrongPassword(user, engine.now());
    await engine.store.saveUser(pool, user);
    engine.challenges.put(
      session ?? '',
      challenge,
      engine.now() + client.settings.AuthSessionValidity * 60_000,
    );
    throw error;
  }
  user.failedSignIns = { count: 0, lastAt: 0 };
  await engine.store.saveUser(pool, user);
  return issueTokens(engine, pool, client, user);
};

const parameters = z.record(z.string(), z.string()).default({});

const initiateAuth = operation(
  'open',
  z.object({ ClientId: z.string(), AuthFlow: z.string(), AuthParameters: parameters }),
  async (engine, { ClientId, AuthFlow, AuthParameters }) => {
    const { pool, client } = engine.store.client(ClientId);
    switch (AuthFlow) {
      case 'USER_SRP_AUTH':
        requireFlow(client, AuthFlow);
        return startSrpSignIn(engine, pool, client, AuthParameters);
      case 'USER_PASSWORD_AUTH':
        requireFlow(client, AuthFlow);
        return signInWithPassword(engine, pool, client, AuthParameters);
      case 'REFRESH_TOKEN_AUTH':
      case 'REFRESH_TOKEN': {
        requireFlow(client, 'REFRESH_TOKEN_AUTH');
        const refreshToken = requireParameter(AuthParameters, 'REFRESH_TOKEN');
        return { AuthenticationResult: await engine.tokens.refresh(pool, client, refreshToken) };
      }
      case 'ADMIN_USER_PASSWORD_AUTH':
        throw invalidParameter('Initiate Auth method not supported.');
      default:
        throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
    }
  },
);

const respondToAuthChallenge = operation(
  'open',
  z.object({
    ClientId: z.string(),
    ChallengeName: z.string(),
    Session: z.string().optional(),
    ChallengeResponses: parameters,
  }),
  async (engine, { ClientId, ChallengeName, Session, ChallengeResponses }) => {
    const { pool, client } = engine.store.client(ClientId);
    switch (ChallengeName) {
      case 'PASSWORD_VERIFIER':
        return answerPasswordVerifier(engine, pool, client, ChallengeResponses);
      case 'SOFTWARE_TOKEN_MFA':
        return answerSoftwareToken(engine, pool, client, Session, ChallengeResponses);
      default:
        throw invalidParameter(`${ChallengeName} is not a challenge of the local Cognito.`);
    }
  },
);

const getTokensFromRefreshToken = operation(
  'open',
  z.object({ ClientId: z.string(), RefreshToken: z.string() }),
  async (engine, { ClientId, RefreshToken }) => {
    const { pool, client } = engine.store.client(ClientId);
    return { AuthenticationResult: await engine.tokens.refresh(pool, client, RefreshToken) };
  },
);

const revokeToken = operation(
  'open',
  z.object({ ClientId: z.string(), Token: z.string().min(1) }),
  async (engine, { ClientId, Token }) => {
    const { pool, client } = engine.store.client(ClientId);
    if (!client.settings.EnableTokenRevocation) {
      throw new CognitoError(
        'UnsupportedOperationException',
        'Token revocation is not enabled for this client.',
      );
    }
    await engine.tokens.revoke(pool, client, Token);
    return {};
  },
);

export const signInOperations = {
  InitiateAuth: initiateAuth,
  RespondToAuthChallenge: respondToAuthChallenge,
  GetTokensFromRefreshToken: getTokensFromRefreshToken,
  RevokeToken: revokeToken,
};
