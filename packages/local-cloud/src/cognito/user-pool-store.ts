import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, removeJsonFile, writeJsonFile } from '../json-file.ts';
import { CognitoError } from './cognito-error.ts';
import type { ClientSettings, PoolSettings } from './pool-settings.ts';
import type { PasswordVerifier } from './srp.ts';

/** Times in records are milliseconds since 1970. */
export interface Pool {
  id: string;
  arn: string;
  region: string;
  settings: PoolSettings;
  clients: Client[];
  groups: Group[];
  identityProviders: IdentityProvider[];
  domain?: string;
  createdAt: number;
  modifiedAt: number;
}

export interface Client {
  id: string;
  settings: ClientSettings;
  createdAt: number;
  modifiedAt: number;
}

export interface Group {
  name: string;
  description?: string | undefined;
  precedence?: number | undefined;
  createdAt: number;
  modifiedAt: number;
}

export interface IdentityProvider {
  name: string;
  type: 'Google' | 'SignInWithApple';
  details: Record<string, string>;
  attributeMapping: Record<string, string>;
  createdAt: number;
  modifiedAt: number;
}

export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'EXTERNAL_PROVIDER';

/** What a code was sent for; each kind has its own code, so that one cannot be used for another. */
export type CodePurpose = 'signUp' | 'forgotPassword' | 'verifyEmail';

/** One sign-in on one device: the refresh token (its hash only) and what its access tokens are tied to. */
export interface Session {
  originJti: string;
  refreshTokenHash: string;
  clientId: string;
  scope: string;
  authTime: number;
  expiresAt: number;
  revoked: boolean;
}

export interface LinkedIdentity {
  providerName: string;
  userId: string;
  createdAt: number;
}

/** The user's authenticator app. */
export interface SoftwareToken {
  /** In base32. */
  secret: string;
  /** Sign-in asks for a code. */
  enabled: boolean;
  /** The 30-second step of the last code, so that no code is used twice. */
  lastStep?: number | undefined;
}

export interface User {
  sub: string;
  username: string;
  enabled: boolean;
  status: UserStatus;
  attributes: Record<string, string>;
  password?: PasswordVerifier | undefined;
  /** A new address that replaces the current one when its code is confirmed, where the pool requires that. */
  pendingEmail?: string | undefined;
  groups: string[];
  identities: LinkedIdentity[];
  codes: Partial<Record<CodePurpose, { code: string; expiresAt: number }>>;
  /** Times of the calls of the last hour that count against an hourly limit, by operation. */
  attempts: Record<string, number[]>;
  failedSignIns: { count: number; lastAt: number };
  softwareToken?: SoftwareToken | undefined;
  /** Secret of a new authenticator app, in base32, until a first code proves that the app has it. */
  pendingSoftwareToken?: string | undefined;
  sessions: Session[];
  createdAt: number;
  modifiedAt: number;
}

export interface UserPoolStore {
  pools(): Pool[];
  /** Throws ResourceNotFoundException. */
  pool(poolId: string): Pool;
  /** The client and its pool; throws ResourceNotFoundException. */
  client(clientId: string): { pool: Pool; client: Client };
  savePool(pool: Pool): Promise<void>;
  users(pool: Pool): User[];
  /**
   * By user name or, for users with a password, by e-mail address in any case. Users of an identity provider are found
   * by user name only, as on AWS.
   */
  findUser(pool: Pool, login: string): User | undefined;
  /** Adds or updates a user in memory at once; resolves when the file is written. */
  saveUser(pool: Pool, user: User): Promise<void>;
  deleteUser(pool: Pool, user: User): Promise<void>;
}

const jsonFilesIn = (directory: string): string[] => {
  mkdirSync(directory, { recursive: true });
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(directory, name));
};

/** Pools and users under `directory`: `pools/<pool id>.json` and `users/<pool id>/<sub>.json`. */
export const openUserPoolStore = (directory: string): UserPoolStore => {
  const poolFile = (pool: Pool) => join(directory, 'pools', `${pool.id}.json`);
  const userFile = (pool: Pool, user: User) => join(directory, 'users', pool.id, `${user.sub}.json`);

  const pools = new Map<string, Pool>();
  const usersByPool = new Map<string, Map<string, User>>();
  for (const path of jsonFilesIn(join(directory, 'pools'))) {
    const pool = readJsonFile(path) as Pool;
    pools.set(pool.id, pool);
    const users = jsonFilesIn(join(directory, 'users', pool.id)).map((file) => readJsonFile(file) as User);
    usersByPool.set(pool.id, new Map(users.map((user) => [user.sub, user])));
  }

  const usersOf = (pool: Pool): Map<string, User> => {
    const users = usersByPool.get(pool.id) ?? new Map<string, User>();
    usersByPool.set(pool.id, users);
    return users;
  };

  return {
    pools: () => [...pools.values()],
    pool(poolId) {
      const pool = pools.get(poolId);
      if (pool) return pool;
      throw new CognitoError('ResourceNotFoundException', `User pool ${poolId} does not exist.`);
    },
    client(clientId) {
      for (const pool of pools.values()) {
        const client = pool.clients.find(({ id }) => id === clientId);
        if (client) return { pool, client };
      }
      throw new CognitoError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
    },
    savePool(pool) {
      pools.set(pool.id, pool);
      return writeJsonFile(poolFile(pool), pool);
    },
    users: (pool) => [...usersOf(pool).values()],
    findUser(pool, login) {
      const wanted = login.toLowerCase();
      const users = [...usersOf(pool).values()];
      const bySub = usersOf(pool).get(wanted);
      if (bySub && bySub.status !== 'EXTERNAL_PROVIDER') return bySub;
      return users.find(
        (user) =>
          user.username.toLowerCase() === wanted ||
          (user.status !== 'EXTERNAL_PROVIDER' && user.attributes.email?.toLowerCase() === wanted),
      );
    },
    saveUser(pool, user) {
      usersOf(pool).set(user.sub, user);
      return writeJsonFile(userFile(pool, user), user);
    },
    deleteUser(pool, user) {
      usersOf(pool).delete(user.sub);
      return removeJsonFile(userFile(pool, user));
    },
  };
};
