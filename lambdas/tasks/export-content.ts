import * as z from 'zod/mini';
import { readEmails } from '#lambdas/accounts/user-store.ts';
import { queryImages } from '#lambdas/generations/gallery-store.ts';
import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { type Row, toCsv } from './csv.ts';
import { type ExportPart, type PartRequest, partOf } from './export-part.ts';

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

/** Images of all users as CSV, newest first, page by page. */
export function exportContent(request: PartRequest): ExportPart<string> {
  const { content, next } = partOf(request, async (cursor) => {
    const page = await queryImages(
      100,
      cursor === undefined ? undefined : keySchema.parse(JSON.parse(cursor)),
    );
    const emails = await readEmails(page.items.map(({ userId }) => userId));
    return {
      items: page.items.map((image) => toRow(image, emails.get(image.userId))),
      next: page.next && JSON.stringify(page.next),
    };
  });
  return { content: toCsv(header, content), next };
}

const keySchema = z.record(z.string(), z.string());

function toRow(image: StoredGeneration, email: string | undefined): Row {
  const { id, userId, createdAt, kind, templateName, productName, fallback, variations, cover } = image;
  const preview = (variations[cover] ?? variations[0])?.preview;
  return [id, userId, email, createdAt, kind, templateName, productName, fallback, preview && `/${preview}`];
}
