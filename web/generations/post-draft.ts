import type { Post } from '#shared/api/posts.ts';
import { hashtagLine } from '#shared/domain/post-body.ts';
import {
  type PostText,
  type PostWish,
  postTones,
  postWishSchema,
  preferredLanguage,
  readHashtags,
} from '#shared/domain/post-text.ts';
import { maySavePreferences } from '#web/lib/cookie-consent.ts';

/** A post as it is edited: with its hashtags in one line. */
export interface PostDraft extends Omit<PostText, 'hashtags'> {
  readonly hashtags: string;
}

/** The draft of a text; empty where there is none yet. */
export function draftOf(text: Post['text']): PostDraft {
  if (!text) return { ...rememberedWish(), caption: '', hashtags: '', altText: '', description: '' };
  return { ...text, hashtags: hashtagLine(text.hashtags) };
}

/** As it is sent. */
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

/** Whether a draft differs from the text that is kept; without one, whether anything was written. */
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

const storageKey = 'platepost.post-wish';

/** What posts were last asked for on this device; a friendly one for Instagram in the browser's language until then. */
function rememberedWish(): PostWish {
  try {
    const stored = postWishSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    if (stored.success) return stored.data;
  } catch {
    // Without storage, or with something else in it.
  }
  return { tone: postTones[0], network: 'instagram', language: preferredLanguage(navigator.languages) };
}

/** Keeps what posts are asked for on this device, unless preferences were rejected. */
export function rememberWish({ tone, network, language }: PostWish): void {
  try {
    if (maySavePreferences()) localStorage.setItem(storageKey, JSON.stringify({ tone, network, language }));
  } catch {
    // Without storage the choice lasts as long as the dialog.
  }
}
