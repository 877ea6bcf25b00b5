import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import {
  asRecord,
  checkAgainstSchema,
  checkRequired,
  checkWritable,
  requireEmailUsername,
} from './attributes.ts';
import { countAttempt, makeCode, redeemCode } from './codes.ts';
import { CognitoError, codeExpired, emailTaken, invalidParameter, userNotFound } from './cognito-error.ts';
import { deliveryDetails, sendCode } from './messages.ts';
import { attributeList, clientMetadata, newPassword, operation } from './operation.ts';
import { checkPolicy, setPassword } from './passwords.ts';
import { postConfirmation, preSignUp } from './triggers.ts';
import type { Client, User } from './user-pool-store.ts';

/** Whether a client hides which users exist. */
export const hidesUsers = (client: Client): boolean =>
  client.settings.PreventUserExistenceErrors === 'ENABLED';

/** A new user without password, groups or sessions. `username` is the sub where the e-mail is the login. */
export const newUser = (fields: {
  sub: string;
  username: string;
  attributes: Record<string, string>;
  status: User['status'];
  now: number;
}): User => ({
  sub: fields.sub,
  username: fields.username,
  enabled: true,
  status: fields.status,
  attributes: fields.attributes,
  groups: [],
  identities: [],
  codes: {},
  attempts: {},
  failedSignIns: { count: 0, lastAt: 0 },
  sessions: [],
  createdAt: fields.now,
  modifiedAt: fields.now,
});

const signUp = operation(
  'open',
  z.object({
    ClientId: z.string(),
    Username: z.string().min(1).max(320),
    Password: newPassword,
    UserAttributes: attributeList.optional(),
    ValidationData: attributeList.optional(),
    ClientMetadata: clientMetadata,
  }),
  async (engine, input) => {
    const { pool, client } = engine.store.client(input.ClientId);
    if (pool.settings.AdminCreateUserConfig?.AllowAdminCreateUserOnly) {
      throw new CognitoError('NotAuthorizedException', 'SignUp is not permitted for this user pool');
    }
    requireEmailUsername(input.Username);
    const attributes: Record<string, string> = { email: input.Username, ...asRecord(input.UserAttributes) };
    if (attributes.email?.toLowerCase() !== input.Username.toLowerCase()) {
      throw invalidParameter('The email attribute differs from the username.');
    }
    checkWritable(client, Object.keys(attributes));
    checkAgainstSchema(pool, attributes);
    checkRequired(pool, attributes);
    checkPolicy(pool, input.Password);
    const refuseTaken = () => {
      if (engine.store.findUser(pool, input.Username)) throw emailTaken('UsernameExistsException');
    };
    refuseTaken();

    const sub = randomUUID();
    const answer = await preSignUp(engine, {
      pool,
      clientId: client.id,
      userName: sub,
      source: 'SignUp',
      attributes,
      validationData: input.ValidationData && asRecord(input.ValidationData),
      clientMetadata: input.ClientMetadata,
    });
    // Another sign-up with this address may have completed while the trigger ran.
    refuseTaken();
    const user = newUser({
      sub,
      username: sub,
      attributes: { ...attributes, email_verified: String(answer.autoVerifyEmail) },
      status: answer.autoConfirmUser ? 'CONFIRMED' : 'UNCONFIRMED',
      now: engine.now(),
    });
    setPassword(pool, user, input.Password);
    const needsCode =
      !answer.autoConfirmUser &&
      !answer.autoVerifyEmail &&
      pool.settings.AutoVerifiedAttributes?.includes('email') === true;
    const code = needsCode ? makeCode(user, 'signUp', engine.now()) : undefined;
    await engine.store.saveUser(pool, user);

    const about = { pool, clientId: client.id, user, clientMetadata: input.ClientMetadata };
    if (answer.autoConfirmUser) await postConfirmation(engine, { ...about, source: 'ConfirmSignUp' });
    const delivery =
      code && (await sendCode(engine, { ...about, email: input.Username, code, source: 'SignUp' }));
    return {
      UserConfirmed: answer.autoConfirmUser,
      UserSub: sub,
      ...(delivery && { CodeDeliveryDetails: delivery }),
    };
  },
);

const confirmSignUp = operation(
  'open',
  z.object({
    ClientId: z.string(),
    Username: z.string().min(1),
    ConfirmationCode: z.string().min(1),
    ClientMetadata: clientMetadata,
  }),
  async (engine, input) => {
    const { pool, client } = engine.store.client(input.ClientId);
    const user = engine.store.findUser(pool, input.Username);
    if (!user) throw hidesUsers(client) ? codeExpired() : userNotFound();
    if (!user.enabled && hidesUsers(client)) throw codeExpired();
    if (user.status !== 'UNCONFIRMED') {
      throw new CognitoError(
        'NotAuthorizedException',
        `User cannot be confirmed. Current status is ${user.status}`,
      );
    }
    countAttempt(user, 'ConfirmSignUp', engine.now());
    try {
      redeemCode(user, 'signUp', input.ConfirmationCode, engine.now());
      user.status = 'CONFIRMED';
      user.attributes.email_verified = 'true';
      user.modifiedAt = engine.now();
    } finally {
      await engine.store.saveUser(pool, user);
    }
    // As on AWS, the user stays confirmed even when the trigger fails.
    await postConfirmation(engine, {
      pool,
      clientId: client.id,
      user,
      source: 'ConfirmSignUp',
      clientMetadata: input.ClientMetadata,
    });
    return {};
  },
);

const resendConfirmationCode = operation(
  'open',
  z.object({ ClientId: z.string(), Username: z.string().min(1), ClientMetadata: clientMetadata }),
  async (engine, input) => {
    const { pool, client } = engine.store.client(input.ClientId);
    const user = engine.store.findUser(pool, input.Username);
    if (!user && !hidesUsers(client)) throw userNotFound();
    if (!user?.enabled) return { CodeDeliveryDetails: deliveryDetails(input.Username) };
    if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
    countAttempt(user, 'ResendConfirmationCode', engine.now());
    const code = makeCode(user, 'signUp', engine.now());
    await engine.store.saveUser(pool, user);
    return {
      CodeDeliveryDetails: await sendCode(engine, {
        pool,
        clientId: client.id,
        user,
        email: user.attributes.email ?? input.Username,
        code,
        source: 'ResendCode',
        clientMetadata: input.ClientMetadata,
      }),
    };
  },
);

export const signUpOperations = {
  SignUp: signUp,
  ConfirmSignUp: confirmSignUp,
  ResendConfirmationCode: resendConfirmationCode,
};
