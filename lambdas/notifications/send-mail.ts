import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { readVariable } from '#lambdas/runtime/env.ts';
import { escapeHtml } from '#lambdas/runtime/html-page.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { mailHtml } from '#lambdas/runtime/mail-html.ts';
import { brand } from '#shared/brand.ts';
import type { NoticeMessage } from './compose-notice.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

/** Timeouts of SES in milliseconds. */
const timeouts = { connection: 2_000, request: 5_000 };

/** Errors of SES that a repetition does not solve (API reference of SendEmail). */
const refusals = new Set([
  'AccountSuspendedException',
  'BadRequestException',
  'MailFromDomainNotVerifiedException',
  'MessageRejected',
  'NotFoundException',
]);

/** The error of SES if our permissions are wrong. */
const denied = 'AccessDeniedException';

let client: SESv2Client | undefined;

/**
 * Sends a message to a user by e-mail. Returns false if a later attempt may succeed, and true if SES does not answer in
 * time: it may have sent the message, which must not be sent twice.
 */
export async function sendMail(
  { userId, email }: { readonly userId: string; readonly email: string },
  { title, body, path }: NoticeMessage,
): Promise<boolean> {
  const siteUrl = readVariable('SITE_URL');
  const end = `${siteUrl}/unsubscribe/${await unsubscribeToken(userId)}`;
  const link = `${siteUrl}${path}`;
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  client ??= new SESv2Client({
    region: readVariable('MAIL_REGION'),
    requestHandler: { connectionTimeout: timeouts.connection },
    maxAttempts: 1,
  });
  try {
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: `${brand.name} <${readVariable('MAIL_FROM')}>`,
        Destination: { ToAddresses: [email] },
        Content: {
          Simple: {
            Subject: utf8(title),
            Body: { Text: utf8(asText(title, body, link, end)), Html: utf8(asHtml(title, body, link, end)) },
            // One-click unsubscribe (RFC 8058).
            Headers: [
              { Name: 'List-Unsubscribe', Value: `<${end}>` },
              { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
            ],
          },
        },
      }),
      { abortSignal: AbortSignal.timeout(timeouts.request) },
    );
    logger.info('E-mail sent');
    return true;
  } catch (error) {
    const isRefused = error instanceof SESv2ServiceException && refusals.has(error.name);
    // SES's message contains the e-mail address, so only the name of the error is logged.
    const reason = error instanceof Error ? error.name : 'unknown';
    if (isRefused || reason === denied) logger.error('SES refused an e-mail', { reason });
    else logger.warn('SES did not take an e-mail', { reason });
    return isRefused || reason === 'AbortError';
  }
}

function asText(title: string, body: string, link: string, end: string): string {
  return `${title}\n\n${body}\n\n${link}\n\n${brand.name} – ${brand.tagline}\nNo more emails like this: ${end}\n`;
}

function asHtml(title: string, body: string, link: string, end: string): string {
  const [href, endHref] = [escapeHtml(link), escapeHtml(end)];
  return mailHtml(
    `<h1 style="margin:0 0 8px;font-size:22px;line-height:1.25">${escapeHtml(title)}</h1>
<p style="margin:0 0 24px">${escapeHtml(body)}</p>
<p style="margin:0 0 32px"><a href="${href}" style="display:inline-block;background:#d9381e;color:#fff;font-weight:600;padding:12px 24px;border-radius:999px;text-decoration:none">Open ${brand.name}</a></p>`,
    `<br><a href="${endHref}" style="color:#6b5d52">No more emails like this</a>`,
  );
}
