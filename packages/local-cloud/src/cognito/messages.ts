import { escapeHtml } from '#src/http/html.ts';
import { CognitoError } from './cognito-error.ts';
import type { Engine } from './operation.ts';
import { customMessage, type MessageSource } from './triggers.ts';
import type { Pool, User } from './user-pool-store.ts';

export interface CodeDeliveryDetails {
  AttributeName: 'email';
  DeliveryMedium: 'EMAIL';
  Destination: string;
}

/** Says where a code went without giving the address away: `a***@e***`. */
export const deliveryDetails = (email: string): CodeDeliveryDetails => {
  const [name = '', host = ''] = email.split('@');
  return {
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: `${name.charAt(0)}***@${host.charAt(0)}***`,
  };
};

const poolTexts = ({ settings }: Pool, source: MessageSource): { message: string; subject: string } => {
  if (source === 'AdminCreateUser') {
    const invitation = settings.AdminCreateUserConfig?.InviteMessageTemplate;
    return {
      message: invitation?.EmailMessage ?? 'Your username is {username} and temporary password is {####}.',
      subject: invitation?.EmailSubject ?? 'Your temporary password',
    };
  }
  const template = settings.VerificationMessageTemplate;
  return {
    message:
      template?.EmailMessage ?? settings.EmailVerificationMessage ?? 'Your confirmation code is {####}',
    subject: template?.EmailSubject ?? settings.EmailVerificationSubject ?? 'Your verification code',
  };
};

/**
 * Sends a code (or a temporary password) to `email`: asks the CustomMessage trigger for the text, fills in
 * the code, and puts the mail into the mailbox.
 */
export const sendCode = async (
  engine: Engine,
  options: {
    pool: Pool;
    clientId: string | undefined;
    user: User;
    email: string;
    code: string;
    source: MessageSource;
    clientMetadata?: Record<string, string> | undefined;
  },
): Promise<CodeDeliveryDetails> => {
  const custom = await customMessage(engine, options);
  const own = poolTexts(options.pool, options.source);
  const message = custom.message ?? own.message;
  const needed = options.source === 'AdminCreateUser' ? ['{####}', '{username}'] : ['{####}'];
  const missing = needed.filter((placeholder) => !message.includes(placeholder));
  if (missing.length > 0) {
    throw new CognitoError(
      'CodeDeliveryFailureException',
      `The e-mail for CustomMessage_${options.source} does not contain ${missing.join(' and ')}.`,
    );
  }
  await engine.mailbox.deliver({
    to: options.email,
    subject: custom.subject ?? own.subject,
    html: message
      .replaceAll('{####}', escapeHtml(options.code))
      .replaceAll('{username}', escapeHtml(options.email)),
    code: options.code,
  });
  return deliveryDetails(options.email);
};
