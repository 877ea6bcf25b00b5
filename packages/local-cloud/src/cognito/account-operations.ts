import * as z from 'zod';
import { asList, asRecord, checkAgainstSchema, checkMutable, checkWritable } from './attributes.ts';
import { countAttempt, makeCode, redeemCode } from './codes.ts';
import {
  CognitoError,
  codeExpired,
  emailTaken,
  incorrectCredentials,
  invalidParameter,
  userNotFound,
} from './cognito-error.ts';
import { type CodeDeliveryDetails, deliveryDetails, sendCode } from './messages.ts';
import {
  attributeList,
  clientMetadata,
  type Engine,
  newPassword,
  operation,
  timestamp,
} from './operation.ts';
import { checkLockout, checkPolicy, hasPassword, noteWrongPassword, setPassword } from './passwords.ts';
import { hidesUsers } from './sign-up-operations.ts';
import { describeSecondFactor } from './software-token.ts';
import { postConfirmation } from './triggers.ts';
import type { Client, Pool, User } from './user-pool-store.ts';

/** Operations of users on their own account, authorised by an emailed code or an access token. */

const accessToken = z.object({ AccessToken: z.string() });

const forgotPassword = operation(
  'open',
  z.object({ ClientId: z.string(), Username: z.string().min(1), ClientMetadata: clientMetadata }),
  async (engine, input) => {
    const { pool, client } = engine.store.client(input.ClientId);
    const recovery = pool.settings.AccountRecoverySetting?.RecoveryMechanisms;
    if (recovery?.some(({ Name }) => Name === 'admin_only')) {
      throw new CognitoError('NotAuthorizedException', 'Contact administrator to reset password.');
    }
    const user = engine.store.findUser(pool, input.Username);
    const verified = user?.attributes.email_verified === 'true' ? user.attributes.email : undefined;
    if (!user?.enabled || !verified) {
      if (hidesUsers(client)) return { CodeDeliveryDetails: deliveryDetails(input.Username) };
      if (!user) throw userNotFound();
      throw user.enabled
        ? invalidParameter(
            'Cannot reset password for the user as there is no registered/verified email or phone_number',
          )
        : new CognitoError('NotAuthorizedException', 'User is disabled.');
    }
    if (user.status === 'EXTERNAL_PROVIDER') {
      throw new CognitoError('NotAuthorizedException', 'User password cannot be reset in the current state.');
    }
    countAttempt(user, 'ForgotPassword', engine.now());
    const code = makeCode(user, 'forgotPassword', engine.now());
    await engine.store.saveUser(pool, user);
    return {
      CodeDeliveryDetails: await sendCode(engine, {
        pool,
        clientId: client.id,
        user,
        email: verified,
        code,
        source: 'ForgotPassword',
        clientMetadata: input.ClientMetadata,
      }),
    };
  },
);

const confirmForgotPassword = operation(
  'open',
  z.object({
    ClientId: z.string(),
    Username: z.string().min(1),
    ConfirmationCode: z.string().min(1),
    Password: newPassword,
    ClientMetadata: clientMetadata,
  }),
  async (engine, input) => {
    const { pool, client } = engine.store.client(input.ClientId);
    checkPolicy(pool, input.Password);
    const user = engine.store.findUser(pool, input.Username);
    if (!user?.enabled && hidesUsers(client)) throw codeExpired();
    if (!user) throw userNotFound();
    countAttempt(user, 'ConfirmForgotPassword', engine.now());
    try {
      redeemCode(user, 'forgotPassword', input.ConfirmationCode, engine.now());
      setPassword(pool, user, input.Password);
      user.failedSignIns = { count: 0, lastAt: 0 };
      user.status = 'CONFIRMED';
      user.modifiedAt = engine.now();
    } finally {
      await engine.store.saveUser(pool, user);
    }
    await postConfirmation(engine, {
      pool,
      clientId: client.id,
      user,
      source: 'ConfirmForgotPassword',
      clientMetadata: input.ClientMetadata,
    });
    return {};
  },
);

const changePassword = operation(
  'open',
  z.object({ AccessToken: z.string(), PreviousPassword: z.string(), ProposedPassword: newPassword }),
  async (engine, input) => {
    const { pool, user } = await engine.tokens.owner(input.AccessToken);
    countAttempt(user, 'ChangePassword', engine.now());
    try {
      checkLockout(user, engine.now());
      if (user.password === undefined) throw incorrectCredentials();
      if (!hasPassword(pool, user, input.PreviousPassword)) throw noteWrongPassword(user, engine.now());
      checkPolicy(pool, input.ProposedPassword);
      setPassword(pool, user, input.ProposedPassword);
      user.modifiedAt = engine.now();
    } finally {
      await engine.store.saveUser(pool, user);
    }
    return {};
  },
);

const getUser = operation('open', accessToken, async (engine, input) => {
  const { client, user } = await engine.tokens.owner(input.AccessToken);
  return {
    Username: user.username,
    UserAttributes: asList(user, client),
    UserCreateDate: timestamp(user.createdAt),
    UserLastModifiedDate: timestamp(user.modifiedAt),
    ...describeSecondFactor(user),
  };
});

/** Sends a code to prove `email`. */
const sendVerification = async (
  engine: Engine,
  options: {
    pool: Pool;
    client?: Client | undefined;
    user: User;
    email: string;
    source: 'UpdateUserAttribute' | 'VerifyUserAttribute';
    clientMetadata: Record<string, string> | undefined;
  },
) => {
  const code = makeCode(options.user, 'verifyEmail', engine.now());
  await engine.store.saveUser(options.pool, options.user);
  return sendCode(engine, { ...options, clientId: options.client?.id, code });
};

/**
 * Updates attributes. A new e-mail address is unverified and is sent a code. Where the pool keeps the original address
 * until the new one is verified, the new one is stored in `pendingEmail`. `client` is undefined for administrators.
 */
export const updateAttributes = async (
  engine: Engine,
  options: {
    pool: Pool;
    client?: Client;
    user: User;
    changes: Record<string, string>;
    clientMetadata: Record<string, string> | undefined;
  },
): Promise<{ CodeDeliveryDetailsList: CodeDeliveryDetails[] }> => {
  const { pool, user } = options;
  checkAgainstSchema(pool, options.changes);
  checkMutable(pool, user, Object.keys(options.changes));
  const { email, ...others } = options.changes;
  const isNew = email !== undefined && email.toLowerCase() !== user.attributes.email?.toLowerCase();
  const holder = isNew ? engine.store.findUser(pool, email) : undefined;
  if (holder && holder.sub !== user.sub) throw emailTaken('AliasExistsException');

  if (isNew) delete user.codes.verifyEmail;
  Object.assign(user.attributes, others);
  user.modifiedAt = engine.now();
  const proved = others.email_verified === 'true';
  const keepsOriginal =
    pool.settings.UserAttributeUpdateSettings?.AttributesRequireVerificationBeforeUpdate?.includes('email');
  if (email !== undefined && isNew && keepsOriginal && !proved) {
    user.pendingEmail = email;
  } else if (email !== undefined) {
    user.attributes.email = email;
    if (isNew) user.attributes.email_verified = String(proved);
    user.pendingEmail = undefined;
  }
  await engine.store.saveUser(pool, user);
  const sendsCode = isNew && !proved && pool.settings.AutoVerifiedAttributes?.includes('email');
  return {
    CodeDeliveryDetailsList: sendsCode
      ? [await sendVerification(engine, { ...options, email, source: 'UpdateUserAttribute' })]
      : [],
  };
};

const updateUserAttributes = operation(
  'open',
  z.object({ AccessToken: z.string(), UserAttributes: attributeList, ClientMetadata: clientMetadata }),
  async (engine, input) => {
    const { pool, client, user } = await engine.tokens.owner(input.AccessToken);
    const changes = asRecord(input.UserAttributes);
    checkWritable(client, Object.keys(changes));
    return updateAttributes(engine, {
      pool,
      client,
      user,
      changes,
      clientMetadata: input.ClientMetadata,
    });
  },
);

const deleteUserAttributes = operation(
  'open',
  z.object({ AccessToken: z.string(), UserAttributeNames: z.array(z.string()) }),
  async (engine, input) => {
    const { pool, client, user } = await engine.tokens.owner(input.AccessToken);
    checkWritable(client, input.UserAttributeNames);
    if (input.UserAttributeNames.includes('email')) {
      throw invalidParameter('Cannot delete attribute email: it is the username of the pool.');
    }
    for (const name of input.UserAttributeNames) delete user.attributes[name];
    user.modifiedAt = engine.now();
    await engine.store.saveUser(pool, user);
    return {};
  },
);

const getUserAttributeVerificationCode = operation(
  'open',
  z.object({
    AccessToken: z.string(),
    AttributeName: z.literal('email'),
    ClientMetadata: clientMetadata,
  }),
  async (engine, input) => {
    const { pool, client, user } = await engine.tokens.owner(input.AccessToken);
    const email = user.pendingEmail ?? user.attributes.email;
    if (!email) throw invalidParameter('User does not have an email attribute.');
    countAttempt(user, 'GetUserAttributeVerificationCode', engine.now());
    return {
      CodeDeliveryDetails: await sendVerification(engine, {
        pool,
        client,
        user,
        email,
        source: 'VerifyUserAttribute',
        clientMetadata: input.ClientMetadata,
      }),
    };
  },
);

const verifyUserAttribute = operation(
  'open',
  z.object({ AccessToken: z.string(), AttributeName: z.literal('email'), Code: z.string().min(1) }),
  async (engine, input) => {
    const { pool, user } = await engine.tokens.owner(input.AccessToken);
    countAttempt(user, 'VerifyUserAttribute', engine.now());
    try {
      redeemCode(user, 'verifyEmail', input.Code, engine.now());
      if (user.pendingEmail !== undefined) {
        const holder = engine.store.findUser(pool, user.pendingEmail);
        if (holder && holder.sub !== user.sub) throw emailTaken('AliasExistsException');
        user.attributes.email = user.pendingEmail;
        user.pendingEmail = undefined;
      }
      user.attributes.email_verified = 'true';
      user.modifiedAt = engine.now();
    } finally {
      await engine.store.saveUser(pool, user);
    }
    return {};
  },
);

const globalSignOut = operation('open', accessToken, async (engine, input) => {
  const { pool, user } = await engine.tokens.owner(input.AccessToken);
  await engine.tokens.revokeAll(pool, user);
  return {};
});

const deleteUser = operation('open', accessToken, async (engine, input) => {
  const { pool, user } = await engine.tokens.owner(input.AccessToken);
  await engine.store.deleteUser(pool, user);
  return {};
});

export const accountOperations = {
  ForgotPassword: forgotPassword,
  ConfirmForgotPassword: confirmForgotPassword,
  ChangePassword: changePassword,
  GetUser: getUser,
  UpdateUserAttributes: updateUserAttributes,
  DeleteUserAttributes: deleteUserAttributes,
  GetUserAttributeVerificationCode: getUserAttributeVerificationCode,
  VerifyUserAttribute: verifyUserAttribute,
  GlobalSignOut: globalSignOut,
  DeleteUser: deleteUser,
};
