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

/** Where a code was sent, without revealing the address: `a***@e***`. */
export const deliveryDetails = (email: string): CodeDeliveryDetails => {
  const [name = '', host = ''] = email.split('@');
  return {
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: `${name.charAt(0)}***@${host.charAt(0)}***`,
  };
};

const poolTexts = ({ settings }: Pool): { message: string; subject: string } => {
  const template = settings.VerificationMessageTemplate;
  return {
    message:
      template?.EmailMessage ?? settings.EmailVerificationMessage ?? 'Your confirmation code is {####}',
    subject: template?.EmailSubject ?? settings.EmailVerificationSubject ?? 'Your verification code',
  };
};

/** Puts a mail with a code into the mailbox. The CustomMessage trigger may supply its text. */
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
  const own = poolTexts(options.pool);
  const message = custom.message ?? own.message;
  if (!message.includes('{####}'))
    throw new CognitoError(
      'CodeDeliveryFailureException',
      `The e-mail for CustomMessage_${options.source} does not contain {####}.`,
    );
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
