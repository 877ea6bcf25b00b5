import {
  AdminLinkProviderForUserCommand,
  ListUsersCommand,
  type ProviderUserIdentifierType,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { cognito } from '#lambdas/runtime/user-pool.ts';
import { isEmailAddress } from '#shared/domain/email-address.ts';
import { signInRefusals } from '#shared/domain/sign-in.ts';
import { removeUnconfirmed } from './remove-unconfirmed.ts';

/** Names of the identity providers, by the lower-case prefix of a user name. */
const providers: Readonly<Record<string, 'Google' | 'SignInWithApple'>> = {
  google: 'Google',
  signinwithapple: 'SignInWithApple',
};

/*
 * Cognito's uniqueness of e-mails ignores social users: without these checks, one address could have an account for
 * each way to sign in. An account belongs to the person who verified its e-mail, so only a verified e-mail can join
 * one.
 */

/**
 * Refuses a sign-up by password for the e-mail of a social account, or for what is no plain address.
 * @throws Error with one of `signInRefusals`
 */
export async function checkPasswordSignUp({ userPoolId, request }: PreSignUpTriggerEvent): Promise<void> {
  const { email } = request.userAttributes;
  if (!email) throw new Error(signInRefusals.emailMissing);
  if (!isEmailAddress(email)) throw new Error(signInRefusals.emailInvalid);
  const social = (await findUsers(userPoolId, email)).find(isSocial);
  if (social) throw new Error(refusalFor(social));
}

/**
 * Links a first social sign-in to the account with the same e-mail, which has a password or another provider, if both
 * sides have verified the e-mail. Cognito then fails this one sign-in, because the user that it wanted to create exists
 * already; the client signs in again. An unconfirmed sign-up with this e-mail is removed, because it never verified the
 * e-mail.
 * @throws Error with one of `signInRefusals`
 */
export async function joinSocialSignIn(event: PreSignUpTriggerEvent): Promise<void> {
  const { userPoolId, userName } = event;
  const { email, email_verified: verified } = event.request.userAttributes;
  if (!email) throw new Error(signInRefusals.emailMissing);
  if (!isEmailAddress(email)) throw new Error(signInRefusals.emailUnusual);
  const users = await findUsers(userPoolId, email);
  const account = users.find((user) => user.UserStatus !== 'UNCONFIRMED');
  if (verified !== 'true') throw new Error(account ? refusalFor(account) : signInRefusals.emailUnverified);
  if (account && attributeOf(account, 'email_verified') !== 'true') throw new Error(refusalFor(account));
  for (const { UserStatus, Username = '' } of users)
    if (UserStatus === 'UNCONFIRMED') await removeUnconfirmed(userPoolId, Username);
  if (!account) return;
  const { Username = '' } = account;
  await cognito().send(
    new AdminLinkProviderForUserCommand({
      UserPoolId: userPoolId,
      DestinationUser: isSocial(account)
        ? identityOf(Username)
        : { ProviderName: 'Cognito', ProviderAttributeValue: Username },
      SourceUser: { ...identityOf(userName), ProviderAttributeName: 'Cognito_Subject' },
    }),
  );
}

/** Users with this e-mail; those with a password first, then the oldest. */
async function findUsers(userPoolId: string, email: string): Promise<UserType[]> {
  // The pool compares e-mails in lower case. A plain address contains no quotes, which would end the filter's value.
  const { Users = [] } = await cognito().send(
    new ListUsersCommand({ UserPoolId: userPoolId, Filter: `email = "${email.toLowerCase()}"` }),
  );
  const age = ({ UserCreateDate }: UserType) => UserCreateDate?.getTime() ?? 0;
  return Users.toSorted((a, b) => Number(isSocial(a)) - Number(isSocial(b)) || age(a) - age(b));
}

function isSocial({ UserStatus }: UserType): boolean {
  return UserStatus === 'EXTERNAL_PROVIDER';
}

/** The refusal that names the account's own way to sign in. */
function refusalFor(account: UserType): string {
  if (!isSocial(account)) return signInRefusals.passwordFirst;
  return identityOf(account.Username ?? '').ProviderName === 'Google'
    ? signInRefusals.googleFirst
    : signInRefusals.appleFirst;
}

/** The identity in the user name of a social user, such as `google_1234`. */
function identityOf(username: string): ProviderUserIdentifierType {
  const [prefix = '', ...rest] = username.split('_');
  return {
    ProviderName: providers[prefix.toLowerCase()] ?? prefix,
    ProviderAttributeValue: rest.join('_'),
  };
}

function attributeOf(user: UserType, name: string): string | undefined {
  return user.Attributes?.find(({ Name }) => Name === name)?.Value;
}
