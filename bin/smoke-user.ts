import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { projectRoot } from '#lib/bundle.ts';
import { parseConfig } from '#lib/config.ts';
import { readStage } from '#lib/stage.ts';
import { emailOwners } from '#shared/domain/sign-in.ts';

interface Pool {
  readonly stage: string;
  readonly userPoolId: string;
  readonly region: string;
}

interface SmokeUser {
  readonly email: string;
  readonly password: string;
}

/**
 * Creates a confirmed customer in a stage's user pool without sending a mail, runs `run` with it, and deletes it.
 * @throws Error for production, where the customer must be created in advance: each new one gets free credits.
 */
export async function withSmokeUser<Result>(
  { stage, userPoolId: UserPoolId, region }: Pool,
  run: (user: SmokeUser) => Promise<Result>,
): Promise<Result> {
  const { settings, source } = readStage(stage, join(projectRoot, 'settings'));
  if (parseConfig(settings, source).stage === 'production')
    throw new Error('Set SMOKE_EMAIL and SMOKE_PASSWORD: production gets no customers made by this command');
  const cognito = new CognitoIdentityProviderClient({ region });
  const user = { email: `smoke-${randomUUID()}@test.example`, password: `dish-${randomUUID()}` };
  const { User } = await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username: user.email,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: user.email },
        { Name: 'email_verified', Value: 'true' },
        { Name: 'name', Value: 'Smoke Test' },
      ],
    }),
  );
  const who = { UserPoolId, Username: User?.Username ?? user.email };
  try {
    await cognito.send(new AdminSetUserPasswordCommand({ ...who, Password: user.password, Permanent: true }));
    await cognito.send(new AdminAddUserToGroupCommand({ ...who, GroupName: emailOwners }));
    return await run(user);
  } finally {
    // After a complete run, the product has already deleted the account.
    await cognito.send(new AdminDeleteUserCommand(who)).catch((error: unknown) => {
      if (!(error instanceof UserNotFoundException)) throw error;
    });
  }
}
