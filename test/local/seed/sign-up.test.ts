import {
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { startCognito, type TestCognito } from 'local-cloud/test/cognito/cognito-harness.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp } from '#local/seed/sign-up.ts';

let cognito: TestCognito;
beforeAll(async () => {
  cognito = await startCognito();
});
afterAll(() => cognito.stop());

it('seeds an account whose password can be reset, and seeds it only once', async () => {
  const { poolId, clientId } = await cognito.createPool();
  const person = { email: 'free@platepost.example', fullName: 'Fran Free' };
  const pool = { userPoolId: poolId, clientId };
  const userId = await signUp(cognito.admin, pool, person);
  expect(await signUp(cognito.admin, pool, person)).toBe(userId);

  const user = { ClientId: clientId, Username: person.email };
  await cognito.admin.send(new ForgotPasswordCommand(user));
  const ConfirmationCode = cognito.codeFor(person.email);
  await cognito.admin.send(
    new ConfirmForgotPasswordCommand({ ...user, ConfirmationCode, Password: 'another-secret' }),
  );
});
