import { readEmails } from '#lambdas/accounts/user-store.ts';
import { queryImages } from '#lambdas/generations/gallery-store.ts';
import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { wordsOf } from '#lambdas/generations/overlay-of.ts';
import type { Content, contentRoutes } from '#shared/api/content.ts';
import type { RouteReply } from '#shared/api/route.ts';

/** Number of images on the content screen (back-office-and-public-pages.md section 9). */
const shown = 100;

/** The latest images of all users and their owners' e-mails. */
export async function listContent(): Promise<RouteReply<typeof contentRoutes.listContent>> {
  const { items } = await queryImages(shown);
  const emails = await readEmails(items.map(({ userId }) => userId));
  return { items: items.map((item) => toContent(item, emails.get(item.userId))) };
}

function toContent(generation: StoredGeneration, email: string | undefined): Content {
  const { id, userId, kind, templateName, productName, createdAt, fallback, variations, cover } = generation;
  const shownVariation = variations[cover] ?? variations[0];
  return {
    id,
    userId,
    email: email ?? null,
    kind,
    templateName,
    menuItemName: productName,
    prompt: textOf(generation),
    createdAt,
    thumbnailUrl: `/${shownVariation?.thumbnail ?? ''}`,
    previewUrl: `/${shownVariation?.preview ?? ''}`,
    fallback,
  };
}

function textOf(generation: StoredGeneration): string {
  const { studio } = generation;
  const scene = studio?.scene && 'text' in studio.scene ? studio.scene.text : undefined;
  const words = [studio?.customPrompt, scene, wordsOf(generation)];
  return words.filter(Boolean).join(' · ');
}
