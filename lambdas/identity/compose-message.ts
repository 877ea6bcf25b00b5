import { mailHtml } from '#lambdas/runtime/mail-html.ts';
import { brand } from '#shared/brand.ts';

interface Words {
  readonly subject: string;
  readonly before: string;
  readonly after: string;
}

const confirmation: Words = {
  subject: `Your ${brand.name} code`,
  before: `Welcome to ${brand.name}. Enter this code to confirm your email:`,
  after:
    'Your first pictures are a minute away. The code is good for 24 hours. If you did not ask for it, nothing happens without the code and you can ignore this mail.',
};

const reset: Words = {
  subject: `Reset your ${brand.name} password`,
  before: 'Enter this code to choose a new password:',
  after:
    'The code is good for one hour. If you did not ask for it, nothing has changed and you can ignore this mail.',
};

const emailChange: Words = {
  subject: `Confirm your email for ${brand.name}`,
  before: 'Enter this code to confirm that this email is yours:',
  after: 'If you did not ask for it, nothing has changed and you can ignore this mail.',
};

/** Texts of the mails, by Cognito's trigger source. */
const wordsByOccasion: Readonly<Record<string, Words>> = {
  CustomMessage_SignUp: confirmation,
  CustomMessage_ResendCode: confirmation,
  CustomMessage_ForgotPassword: reset,
  CustomMessage_UpdateUserAttribute: emailChange,
  CustomMessage_VerifyUserAttribute: emailChange,
};

/**
 * Subject and HTML of the mail for a trigger source; undefined for a trigger source that sends no code. It contains
 * nothing that a user wrote, not even a name: anyone can have a mail sent to any address.
 * @param code The placeholder that Cognito replaces with the code.
 */
export function composeMessage(
  occasion: string,
  code: string,
): { subject: string; html: string } | undefined {
  const words = wordsByOccasion[occasion];
  if (!words) return undefined;
  const html = mailHtml(`<p style="margin:0 0 16px">Hello,</p>
<p style="margin:0 0 16px">${words.before}</p>
<p style="margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:6px">${code}</p>
<p style="margin:0 0 24px">${words.after}</p>`);
  return { subject: words.subject, html };
}
