import { describe, expect, it } from 'vitest';
import { handler as customMessage } from '#lambdas/identity/custom-message.lambda.ts';
import { lambdaContext, supportEmail } from '#test/lambdas/runtime/http-event.ts';
import { attributes, triggerEvent } from './trigger-event.ts';

describe('custom message', () => {
  async function mailOf(occasion: string, name: string) {
    const event = await customMessage(triggerEvent(occasion, { ...attributes, name }), lambdaContext);
    return (event as { response: { emailSubject?: string; emailMessage?: string } }).response;
  }

  it.each([
    ['CustomMessage_SignUp', 'Your PlatePost code'],
    ['CustomMessage_ResendCode', 'Your PlatePost code'],
    ['CustomMessage_ForgotPassword', 'Reset your PlatePost password'],
    ['CustomMessage_UpdateUserAttribute', 'Confirm your email for PlatePost'],
    ['CustomMessage_VerifyUserAttribute', 'Confirm your email for PlatePost'],
  ])('%s has our words and the code', async (occasion, subject) => {
    const { emailSubject, emailMessage } = await mailOf(occasion, 'Ada Cook');
    expect(emailSubject).toBe(subject);
    expect(emailMessage?.match(/\{####\}/g)).toHaveLength(1);
    expect(emailMessage).toContain('Hello Ada Cook,');
    expect(emailMessage).toContain(`Questions? Write to ${supportEmail}`);
  });

  it('leaves other mails as they are', async () => {
    expect(await mailOf('CustomMessage_Authentication', 'Ada')).toEqual({});
  });

  // T7.T2, V1.1.2, V1.2.1, V1.3.7
  it('escapes the name, which anybody may choose', async () => {
    const { emailMessage } = await mailOf('CustomMessage_SignUp', '<b>{####}<b>');
    expect(emailMessage).not.toContain('<b>');
    expect(emailMessage?.match(/\{####\}/g)).toHaveLength(1);
  });

  // T7.T2
  it.each([
    'Win at evil.example',
    'https://evil.example',
    'write to a@b',
    'x'.repeat(81),
    ' ',
    'URGENT your bank account is frozen, call +44 20 7946 0123 now',
    'You won 500 GBP, text WIN to 87070',
    'visit evil。com',
    'Your bank account is frozen',
    'Ada \u202Emoc.live',
  ])('does not greet %s', async (name) => {
    const { emailMessage } = await mailOf('CustomMessage_SignUp', name);
    expect(emailMessage).toContain('<p style="margin:0 0 16px">Hello,</p>');
    expect(emailMessage).not.toContain('evil');
  });

  it.each([
    ["Ada B. O'Cook", 'Ada B. O&#39;Cook'],
    ['María José', 'María José'],
    ['Dr. Li', 'Dr. Li'],
    [' Ada \u202ECook ', 'Ada Cook'],
  ])('greets %s', async (name, greeted) => {
    expect((await mailOf('CustomMessage_SignUp', name)).emailMessage).toContain(`Hello ${greeted},`);
  });

  it('stays under the 20,000 characters that Cognito accepts', async () => {
    expect((await mailOf('CustomMessage_SignUp', '&'.repeat(80))).emailMessage?.length).toBeLessThan(20_000);
  });
});
