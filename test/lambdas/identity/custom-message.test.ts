import { describe, expect, it } from 'vitest';
import { handler as customMessage } from '#lambdas/identity/custom-message.lambda.ts';
import { lambdaContext, supportEmail } from '#test/lambdas/runtime/http-event.ts';
import { attributes, triggerEvent } from './trigger-event.ts';

describe('custom message', () => {
  async function mailOf(occasion: string, name = attributes.name) {
    const event = await customMessage(triggerEvent(occasion, { ...attributes, name }), lambdaContext);
    return (event as { response: { emailSubject?: string; emailMessage?: string } }).response;
  }

  const subjects = [
    ['CustomMessage_SignUp', 'Your PlatePost code'],
    ['CustomMessage_ResendCode', 'Your PlatePost code'],
    ['CustomMessage_ForgotPassword', 'Reset your PlatePost password'],
    ['CustomMessage_UpdateUserAttribute', 'Confirm your email for PlatePost'],
    ['CustomMessage_VerifyUserAttribute', 'Confirm your email for PlatePost'],
  ] as const;

  it.each(subjects)('%s has our words and the code', async (occasion, subject) => {
    const { emailSubject, emailMessage } = await mailOf(occasion);
    expect(emailSubject).toBe(subject);
    expect(emailMessage?.match(/\{####\}/g)).toHaveLength(1);
    expect(emailMessage).toContain(`Questions? Write to ${supportEmail}`);
    // Cognito accepts no longer one.
    expect(emailMessage?.length).toBeLessThan(20_000);
  });

  it('leaves other mails as they are', async () => {
    expect(await mailOf('CustomMessage_Authentication')).toEqual({});
  });

  // T7.T2, V1.3.7
  it.each(subjects)('%s contains no words of whoever asked for it, who may be anybody', async (occasion) => {
    const mail = await mailOf(occasion);
    for (const name of ['Call my lawyer now', 'https://evil.example', '<b>{####}<b>'])
      expect(await mailOf(occasion, name)).toEqual(mail);
  });

  // T7.D1
  it.each(subjects)('%s tells those who did not ask for it that they may ignore it', async (occasion) => {
    expect((await mailOf(occasion)).emailMessage).toMatch(
      /If you did not ask for it, .*you can ignore this mail\./,
    );
  });
});
