import {
  AdminConfirmSignUpCommand,
  AdminGetUserCommand,
  AdminUpdateUserAttributesCommand,
  type CognitoIdentityProviderClient,
  SignUpCommand,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { ownSignUpKey } from '#shared/domain/sign-in.ts';
import { seedPassword } from './accounts.ts';

/** Signs a person up as the site does, and confirms the address; returns the user's id. Idempotent. */
export async function signUp(
  cognito: CognitoIdentityProviderClient,
  pool: { readonly userPoolId: string; readonly clientId: string },
  person: { readonly email: string; readonly fullName: string; readonly companyName?: string },
): Promise<string> {
  const { email, fullName, companyName } = person;
  const user = { UserPoolId: pool.userPoolId, Username: email };
  try {
    await cognito.send(
      new SignUpCommand({
        ClientId: pool.clientId,
        Username: email,
        Password: seedPassword,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'name', Value: fullName },
          ...(companyName === undefined ? [] : [{ Name: 'custom:company_name', Value: companyName }]),
        ],
      }),
    );
  } catch (error) {
    if (!(error instanceof UsernameExistsException)) throw error;
  }
  const before = await cognito.send(new AdminGetUserCommand(user));
  const userId = before.UserAttributes?.find(({ Name }) => Name === 'sub')?.Value;
  if (userId === undefined) throw new Error(`${email} has no sub`);
  if (before.UserStatus === 'UNCONFIRMED')
    await cognito.send(
      new AdminConfirmSignUpCommand({ ...user, ClientMetadata: { [ownSignUpKey]: userId } }),
    );
  // This confirmation does not verify the address, unlike a code; without a verified address the password cannot be
  // reset.
  const verified = before.UserAttributes?.find(({ Name }) => Name === 'email_verified')?.Value;
  if (verified !== 'true') {
    const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
    await cognito.send(new AdminUpdateUserAttributesCommand({ ...user, UserAttributes }));
  }
  return userId;
}
