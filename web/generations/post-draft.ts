import type { Post } from '#shared/api/posts.ts';
import { hashtagLine } from '#shared/domain/post-body.ts';
import {
  maxPostLengths,
  type PostText,
  type PostWish,
  postTones,
  postWishSchema,
  preferredLanguage,
  readHashtags,
} from '#shared/domain/post-text.ts';
import { maySavePreferences } from '#web/lib/cookie-consent.ts';

/** A post in the editor: its hashtags are one line. */
export interface PostDraft extends Omit<PostText, 'hashtags'> {
  readonly hashtags: string;
}

/** The draft of a text; empty if there is no text yet. */
export function draftOf(text: Post['text']): PostDraft {
  if (!text) return { ...rememberedWish(), caption: '', hashtags: '', altText: '', description: '' };
  return { ...text, hashtags: hashtagLine(text.hashtags) };
}

/** The text as it is sent. */
export function textOf(draft: PostDraft): PostText {
  const { caption, altText, description, hashtags } = draft;
  return {
    ...draft,
    caption: caption.trim(),
    hashtags: readHashtags(hashtags),
    altText: altText.trim(),
    description: description.trim(),
  };
}

/** Whether a draft differs from the stored text; without one, whether anything was written. */
export function isChanged(draft: PostDraft, kept: Post['text']): boolean {
  const { caption, hashtags, altText, description, tone, network, language } = textOf(draft);
  if (!kept) return [caption, altText, description].some((text) => text !== '') || hashtags.length > 0;
  return (
    JSON.stringify([caption, hashtags, altText, description, tone, network, language]) !==
    JSON.stringify([
      kept.caption,
      kept.hashtags,
      kept.altText,
      kept.description,
      kept.tone,
      kept.network,
      kept.language,
    ])
  );
}

/** Whether no part is longer than what can be saved. */
export function isSavable(draft: PostDraft): boolean {
  const text = textOf(draft);
  return (['caption', 'altText', 'description'] as const).every(
    (part) => text[part].length <= maxPostLengths[part],
  );
}

const storageKey = 'platepost.post-wish';

/** The wish of the last post on this device; by default a friendly post for Instagram in the browser's language. */
function rememberedWish(): PostWish {
  try {
    const stored = postWishSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    if (stored.success) return stored.data;
  } catch {
    // Storage is blocked or contains something else.
  }
  return { tone: postTones[0], network: 'instagram', language: preferredLanguage(navigator.languages) };
}

/** Stores the wish on this device, unless preferences were rejected. */
export function rememberWish({ tone, network, language }: PostWish): void {
  try {
    if (maySavePreferences()) localStorage.setItem(storageKey, JSON.stringify({ tone, network, language }));
  } catch {
    // Without storage the choice lasts until the dialog closes.
  }
}
