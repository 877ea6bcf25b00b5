import { readEmails } from '#lambdas/accounts/user-store.ts';
import { queryImages } from '#lambdas/generations/gallery-store.ts';
import { type Row, toCsv } from './csv.ts';

const header = [
  'Image ID',
  'User ID',
  'Email',
  'Created',
  'Kind',
  'Template',
  'Dish',
  'Original photo',
  'Path',
];

/** All images of all users as CSV, newest first, page by page. */
export function exportContent(): AsyncGenerator<string> {
  return toCsv(header, rows());
}

async function* rows(): AsyncGenerator<Row> {
  let from: Record<string, unknown> | undefined;
  do {
    const page = await queryImages(100, from);
    const emails = await readEmails(page.items.map(({ userId }) => userId));
    for (const image of page.items) {
      const { id, userId, createdAt, kind, templateName, productName, fallback, variations, cover } = image;
      const preview = (variations[cover] ?? variations[0])?.preview;
      yield [
        id,
        userId,
        emails.get(userId),
        createdAt,
        kind,
        templateName,
        productName,
        fallback,
        preview && `/${preview}`,
      ];
    }
    from = page.next;
  } while (from);
}
