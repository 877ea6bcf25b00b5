import {
  AdminLinkProviderForUserCommand,
  ListUsersCommand,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import type { PreSignUpExternalProviderTriggerEvent } from 'aws-lambda';
import { cognito } from '#lambdas/runtime/user-pool.ts';
import { passwordFirst } from '#shared/domain/sign-in.ts';

/** Provider names required for linking, by the lower-case prefix of `userName`. */
const providers: Readonly<Record<string, string>> = { google: 'Google', signinwithapple: 'SignInWithApple' };

/**
 * Links a first social sign-in to the password account with the same e-mail, if both have verified it (readings 25).
 * Cognito then fails this one sign-in, because the user it wanted to create exists already; the client signs in again.
 * @throws Error with a message for the user when the e-mail is taken but not verified on both sides.
 */
export async function linkProvider(event: PreSignUpExternalProviderTriggerEvent): Promise<void> {
  const { email, email_verified: verified } = event.request.userAttributes;
  if (!email) return;
  const account = await findPasswordAccount(event.userPoolId, email);
  if (!account) return;
  if (verified !== 'true' || attributeOf(account, 'email_verified') !== 'true')
    throw new Error(passwordFirst);
  const [prefix = '', ...rest] = event.userName.split('_');
  await cognito().send(
    new AdminLinkProviderForUserCommand({
      UserPoolId: event.userPoolId,
      DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: account.Username },
      SourceUser: {
        ProviderName: providers[prefix.toLowerCase()] ?? prefix,
        ProviderAttributeName: 'Cognito_Subject',
        ProviderAttributeValue: rest.join('_'),
      },
    }),
  );
}

async function findPasswordAccount(userPoolId: string, email: string): Promise<UserType | undefined> {
  // Quotes would end the filter's value. The pool compares e-mails in lower case.
  const value = email.toLowerCase().replace(/["\\]/g, '\\$&');
  const { Users = [] } = await cognito().send(
    new ListUsersCommand({ UserPoolId: userPoolId, Filter: `email = "${value}"` }),
  );
  return Users.find(({ UserStatus }) => UserStatus !== 'EXTERNAL_PROVIDER');
}

function attributeOf(user: UserType, name: string): string | undefined {
  return user.Attributes?.find(({ Name }) => Name === name)?.Value;
}
