import { timingSafeEqual } from 'node:crypto';
import { changeNotifications, readNotifications } from '#lambdas/accounts/notification-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { htmlPage } from '#lambdas/runtime/html-page.ts';
import { keyedHash } from '#lambdas/runtime/secret.ts';
import { brand } from '#shared/brand.ts';

/** The token in a mail that lets its reader unsubscribe without a session. It allows nothing else. */
export async function unsubscribeToken(userId: string): Promise<string> {
  return `${userId}.${(await keyedHash('unsubscribe', userId)).toString('base64url')}`;
}

/**
 * The page that the link in a mail opens. It asks for confirmation, because mail programs open links to scan them.
 * @throws AppError `not_found` for a token that is not valid
 */
export async function getUnsubscribePage(token: string): Promise<string> {
  const { isMailed } = await readNotifications(await userOf(token));
  if (!isMailed) return endedPage();
  return page(
    'No more emails when pictures are ready?',
    'Your pictures are made as before, and wait for you in your gallery.',
    '<form method="post"><button class="start" name="List-Unsubscribe" value="One-Click">Stop these emails</button></form>',
  );
}

/**
 * Turns off the e-mails of a token's user.
 * @throws AppError `not_found` for a token that is not valid, `busy` after too many concurrent changes
 */
export async function unsubscribe(token: string): Promise<string> {
  await changeNotifications(await userOf(token), (before) => ({ ...before, isMailed: false }));
  return endedPage();
}

/** The page for a token that is not valid, and for our own errors. */
export function unsubscribeProblemPage({ status }: { readonly status: number }): string {
  const absent = status === 404 || status === 400;
  return absent
    ? page('This link is not valid', 'You can turn emails off in your account.', toAccount)
    : page('Something went wrong on our side', 'Please try again in a minute.', '');
}

const toAccount = '<a class="start" href="/account">Open my account</a>';

function endedPage(): string {
  return page(
    'You get no more emails when pictures are ready',
    'You can turn them on again in your account.',
    toAccount,
  );
}

function page(title: string, text: string, action: string): string {
  return htmlPage(
    `${title} – ${brand.name}`,
    '',
    `<div class="empty"><h1>${title}</h1><p>${text}</p>${action}</div>`,
  );
}

async function userOf(token: string): Promise<string> {
  const userId = token.slice(0, Math.max(0, token.lastIndexOf('.')));
  const [given, wanted] = [Buffer.from(token), Buffer.from(await unsubscribeToken(userId))];
  if (userId === '' || given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new AppError('not_found');
  return userId;
}
