import { CognitoError, invalidParameter } from './cognito-error.ts';
import type { Client, Pool, User } from './user-pool-store.ts';

/** The attributes every pool has (OpenID Connect's standard claims). */
const standardAttributes = [
  'address',
  'birthdate',
  'email',
  'email_verified',
  'family_name',
  'gender',
  'given_name',
  'locale',
  'middle_name',
  'name',
  'nickname',
  'phone_number',
  'phone_number_verified',
  'picture',
  'preferred_username',
  'profile',
  'updated_at',
  'website',
  'zoneinfo',
];

/** The full name of an attribute that a schema names: the custom ones are prefixed. */
export const attributeName = (name: string): string =>
  standardAttributes.includes(name) ? name : `custom:${name}`;

interface Attribute {
  Name: string;
  Value: string;
}

export const asRecord = (attributes: readonly Attribute[] | undefined): Record<string, string> =>
  Object.fromEntries((attributes ?? []).map(({ Name, Value }) => [Name, Value]));

/** A user's attributes as the API lists them, `sub` among them; for a client only those it may read. */
export const asList = (user: User, client?: Client): Attribute[] => {
  const readable = client?.settings.ReadAttributes;
  const identities = user.identities.map(({ providerName, userId, createdAt }) => ({
    dateCreated: createdAt,
    userId,
    providerName,
    providerType: providerName,
    issuer: null,
    primary: user.status === 'EXTERNAL_PROVIDER',
  }));
  return [
    { Name: 'sub', Value: user.sub },
    ...Object.entries(user.attributes)
      .filter(([name]) => !readable || readable.includes(name))
      .map(([Name, Value]) => ({ Name, Value })),
    ...(identities.length > 0 ? [{ Name: 'identities', Value: JSON.stringify(identities) }] : []),
  ];
};

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 320;

/** Throws unless `username` is an e-mail address, which is how all pools here name their users. */
export const requireEmailUsername = (username: string): void => {
  if (!isEmail(username)) throw invalidParameter('Username should be an email.');
};

/** Checks names, lengths and formats against the pool's schema; throws InvalidParameterException. */
export const checkAgainstSchema = (pool: Pool, attributes: Record<string, string>): void => {
  const schema = pool.settings.Schema ?? [];
  for (const [name, value] of Object.entries(attributes)) {
    const custom = schema.find(({ Name }) => `custom:${Name}` === name);
    if (!custom && !standardAttributes.includes(name)) {
      throw invalidParameter(
        `Attributes did not conform to the schema: Type for attribute {${name}} could not be determined`,
      );
    }
    const limits = (custom ?? schema.find(({ Name }) => Name === name))?.StringAttributeConstraints;
    const maximum = Number(limits?.MaxLength ?? 2048);
    if (value.length > maximum) {
      throw invalidParameter(
        `Attributes did not conform to the schema: ${name}: String must be no longer than ${maximum} characters`,
      );
    }
    if (value.length < Number(limits?.MinLength ?? 0)) {
      throw invalidParameter(
        `Attributes did not conform to the schema: ${name}: String must be longer than ${limits?.MinLength} characters`,
      );
    }
    if (name === 'email' && !isEmail(value)) throw invalidParameter('Invalid email address format.');
  }
};

/** Throws when an attribute that the pool requires is missing. */
export const checkRequired = (pool: Pool, attributes: Record<string, string>): void => {
  const missing = (pool.settings.Schema ?? [])
    .filter(({ Name, Required }) => Required && !attributes[Name])
    .map(({ Name }) => `${Name}: The attribute is required\n`);
  if (missing.length > 0) {
    throw invalidParameter(`Attributes did not conform to the schema: ${missing.join('')}`);
  }
};

/**
 * Attributes that users may write through a client: those that it lists, or else all; never those that say an address is
 * verified. The API reference names only the standard ones for a client without a list, but pools let it write custom
 * ones, too (aws-cdk issues 21835 and 30608).
 */
export const checkWritable = (client: Client, names: readonly string[]): void => {
  const writable = client.settings.WriteAttributes;
  for (const name of names) {
    const isProof = name === 'email_verified' || name === 'phone_number_verified';
    if (isProof || (writable && !writable.includes(name))) {
      throw new CognitoError(
        'NotAuthorizedException',
        isProof
          ? `A client attempted to write unauthorized attribute: ${name}`
          : 'A client attempted to write unauthorized attribute',
      );
    }
  }
};

/** Throws when an attribute may be set once only and has a value. */
export const checkMutable = (pool: Pool, user: User, names: readonly string[]): void => {
  for (const { Name, Mutable } of pool.settings.Schema ?? []) {
    const full = attributeName(Name);
    if (!Mutable && names.includes(full) && user.attributes[full] !== undefined) {
      throw invalidParameter(`user.${full}: Attribute cannot be updated.`);
    }
  }
};
