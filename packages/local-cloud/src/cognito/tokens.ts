import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { CognitoError, userDisabled, userNotFound } from './cognito-error.ts';
import type { ClientSettings } from './pool-settings.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { Client, Pool, Session, User, UserPoolStore } from './user-pool-store.ts';

export interface TokenSet {
  AccessToken: string;
  IdToken: string;
  RefreshToken?: string;
  ExpiresIn: number;
  TokenType: 'Bearer';
}

/** Scope of tokens that come from the API rather than from the hosted pages. */
export const apiScope = 'aws.cognito.signin.user.admin';

export interface Tokens {
  /** Begins a session: a new refresh token and the first tokens of it. */
  issue(pool: Pool, client: Client, user: User, options?: IssueOptions): Promise<TokenSet>;
  /** New tokens of a session that a refresh token names; throws NotAuthorizedException. */
  refresh(pool: Pool, client: Client, refreshToken: string): Promise<TokenSet>;
  /** Ends the session that a refresh token names, for good. Unknown tokens are no error, as on AWS. */
  revoke(pool: Pool, client: Client, refreshToken: string): Promise<void>;
  /** Ends all sessions of a user. */
  revokeAll(pool: Pool, user: User): Promise<void>;
  /** The owner of a valid access token that may call the API; throws NotAuthorizedException. */
  owner(accessToken: string): Promise<{ pool: Pool; client: Client; user: User }>;
}

export interface IssueOptions {
  scope?: string;
  nonce?: string | undefined;
}

const secondsIn = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

/** Lifetimes in seconds; Cognito's defaults are one hour and, for refresh tokens, 30 days. */
const lifetimes = (settings: ClientSettings) => ({
  access: settings.AccessTokenValidity
    ? settings.AccessTokenValidity * secondsIn[settings.TokenValidityUnits?.AccessToken ?? 'hours']
    : 3600,
  id: settings.IdTokenValidity
    ? settings.IdTokenValidity * secondsIn[settings.TokenValidityUnits?.IdToken ?? 'hours']
    : 3600,
  refresh: settings.RefreshTokenValidity
    ? settings.RefreshTokenValidity * secondsIn[settings.TokenValidityUnits?.RefreshToken ?? 'days']
    : 30 * 86_400,
});

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

const refusal = (message: string) => new CognitoError('NotAuthorizedException', message);

/** Group names of a user, the one with the lowest precedence first, as tokens list them. */
const groupNames = (pool: Pool, user: User): string[] =>
  pool.groups
    .filter(({ name }) => user.groups.includes(name))
    .sort(
      (a, b) => (a.precedence ?? Number.POSITIVE_INFINITY) - (b.precedence ?? Number.POSITIVE_INFINITY) || 0,
    )
    .map(({ name }) => name);

const attributeClaims = (client: Client, user: User): Record<string, unknown> => {
  const readable = client.settings.ReadAttributes;
  const claims: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(user.attributes)) {
    if (readable && !readable.includes(name)) continue;
    claims[name] = name === 'email_verified' ? value === 'true' : value;
  }
  if (user.identities.length > 0) {
    claims.identities = user.identities.map(({ providerName, userId, createdAt }) => ({
      dateCreated: String(createdAt),
      userId,
      providerName,
      providerType: providerName,
      issuer: null,
      primary: String(user.status === 'EXTERNAL_PROVIDER'),
    }));
  }
  return claims;
};

export const createTokens = (options: {
  store: UserPoolStore;
  keys: SigningKeys;
  origin: string;
  now: () => number;
}): Tokens => {
  const { store, keys, now } = options;
  const issuerOf = (pool: Pool) => `${options.origin}/${pool.id}`;

  const sign = async (
    pool: Pool,
    client: Client,
    user: User,
    session: Session,
    nonce?: string,
  ): Promise<TokenSet> => {
    const issuedAt = Math.floor(now() / 1000);
    const life = lifetimes(client.settings);
    const groups = groupNames(pool, user);
    const shared = {
      sub: user.sub,
      ...(groups.length > 0 && { 'cognito:groups': groups }),
      iss: issuerOf(pool),
      ...(client.settings.EnableTokenRevocation && { origin_jti: session.originJti }),
      event_id: randomUUID(),
      auth_time: Math.floor(session.authTime / 1000),
      iat: issuedAt,
    };
    const access = {
      ...shared,
      client_id: client.id,
      token_use: 'access',
      scope: session.scope,
      exp: issuedAt + life.access,
      jti: randomUUID(),
      username: user.username,
    };
    const id = {
      ...attributeClaims(client, user),
      ...shared,
      'cognito:username': user.username,
      aud: client.id,
      token_use: 'id',
      exp: issuedAt + life.id,
      jti: randomUUID(),
      ...(nonce && { nonce }),
    };
    return {
      AccessToken: await new SignJWT(access)
        .setProtectedHeader({ kid: keys.access.kid, alg: 'RS256' })
        .sign(keys.access.privateKey),
      IdToken: await new SignJWT(id)
        .setProtectedHeader({ kid: keys.id.kid, alg: 'RS256' })
        .sign(keys.id.privateKey),
      ExpiresIn: life.access,
      TokenType: 'Bearer',
    };
  };

  /** A refresh token is `<sub>.<secret>`, so that its owner is found without searching. */
  const sessionOf = (pool: Pool, refreshToken: string): { user: User; session: Session } | undefined => {
    const user = store.users(pool).find(({ sub }) => refreshToken.startsWith(`${sub}.`));
    const hash = hashOf(refreshToken);
    const session = user?.sessions.find(({ refreshTokenHash }) => refreshTokenHash === hash);
    return user && session ? { user, session } : undefined;
  };

  return {
    async issue(pool, client, user, { scope = apiScope, nonce } = {}) {
      const refreshToken = `${user.sub}.${randomBytes(48).toString('base64url')}`;
      const session: Session = {
        originJti: randomUUID(),
        refreshTokenHash: hashOf(refreshToken),
        clientId: client.id,
        scope,
        authTime: now(),
        expiresAt: now() + lifetimes(client.settings).refresh * 1000,
        revoked: false,
      };
      user.sessions = [...user.sessions.filter(({ expiresAt }) => expiresAt > now()), session];
      await store.saveUser(pool, user);
      return { ...(await sign(pool, client, user, session, nonce)), RefreshToken: refreshToken };
    },

    async refresh(pool, client, refreshToken) {
      const found = sessionOf(pool, refreshToken);
      if (!found || found.session.clientId !== client.id) throw refusal('Invalid Refresh Token');
      const { user, session } = found;
      if (session.revoked) throw refusal('Refresh Token has been revoked');
      if (session.expiresAt <= now()) throw refusal('Refresh Token has expired');
      if (!user.enabled) throw userDisabled();
      return sign(pool, client, user, session);
    },

    async revoke(pool, client, refreshToken) {
      const found = sessionOf(pool, refreshToken);
      if (!found) return;
      if (found.session.clientId !== client.id) {
        throw new CognitoError('UnauthorizedException', 'Token was not issued to this client.');
      }
      found.session.revoked = true;
      await store.saveUser(pool, found.user);
    },

    async revokeAll(pool, user) {
      for (const session of user.sessions) session.revoked = true;
      await store.saveUser(pool, user);
    },

    async owner(accessToken) {
      const claims = await jwtVerify(accessToken, keys.access.publicKey, {
        algorithms: ['RS256'],
        currentDate: new Date(now()),
      }).then(
        ({ payload }) => payload,
        (error: unknown) => {
          throw refusal(
            error instanceof errors.JWTExpired ? 'Access Token has expired' : 'Invalid Access Token',
          );
        },
      );
      const pool = store.pools().find((candidate) => issuerOf(candidate) === claims.iss);
      const client = pool?.clients.find(({ id }) => id === claims.client_id);
      if (!pool || !client || claims.token_use !== 'access') throw refusal('Invalid Access Token');
      const user = store.users(pool).find(({ sub }) => sub === claims.sub);
      if (!user) throw userNotFound();
      if (!user.enabled) throw userDisabled();
      if (claims.origin_jti !== undefined) {
        const session = user.sessions.find(({ originJti }) => originJti === claims.origin_jti);
        if (!session || session.revoked) throw refusal('Access Token has been revoked');
      }
      if (!String(claims.scope).split(' ').includes(apiScope)) {
        throw refusal('Access Token does not have required scopes');
      }
      return { pool, client, user };
    },
  };
};
