import { htmlPage } from '#lambdas/runtime/html-page.ts';
import { brand } from '#shared/brand.ts';

/** The page that asks for confirmation, because mail programs open links to scan them. */
export function unsubscribePage(): string {
  return page(
    'No more emails when pictures are ready?',
    'Your pictures are made as before, and wait for you in your gallery.',
    '<form method="post"><button class="start" name="List-Unsubscribe" value="One-Click">Stop these emails</button></form>',
  );
}

/** The page that says that the e-mails are turned off. */
export function unsubscribedPage(): string {
  return page(
    'You get no more emails when pictures are ready',
    'You can turn them on again in your account.',
    toAccount,
  );
}

/** The page for a token that is not valid, and for our own errors. */
export function unsubscribeProblemPage({ status }: { readonly status: number }): string {
  const absent = status === 404 || status === 400;
  return absent
    ? page('This link is not valid', 'You can turn emails off in your account.', toAccount)
    : page('Something went wrong on our side', 'Please try again in a minute.', '');
}

const toAccount = '<a class="start" href="/account">Open my account</a>';

function page(title: string, text: string, action: string): string {
  return htmlPage(
    `${title} – ${brand.name}`,
    '',
    `<div class="empty"><h1>${title}</h1><p>${text}</p>${action}</div>`,
  );
}
