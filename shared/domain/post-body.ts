import type { PostText } from './post-text.ts';

/** Hashtags in the usual form: `#tag #tag`. */
export function hashtagLine(hashtags: readonly string[]): string {
  return hashtags.map((tag) => `#${tag}`).join(' ');
}

/** Caption and hashtags as they are posted. */
export function postBody({ caption, hashtags }: Pick<PostText, 'caption' | 'hashtags'>): string {
  return [caption, hashtagLine(hashtags)].filter((part) => part !== '').join('\n\n');
}
