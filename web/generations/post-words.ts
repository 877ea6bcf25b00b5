import type { PostTone } from '#shared/domain/post-text.ts';
import { count } from '#web/lib/format.ts';

/** Texts of the post that goes with a picture. */
export const words = {
  open: 'Write the post',
  title: 'The post for your picture',
  subtitle: 'Caption, hashtags, alt text and a line for your menu. It is free.',
  loading: 'Loading the post…',
  loadFailed: 'Couldn’t load the post',

  tone: 'Tone',
  tones: { friendly: 'Friendly', playful: 'Playful', refined: 'Refined' } satisfies Record<PostTone, string>,
  network: 'Network',
  language: 'Language',
  write: 'Write it for me',
  writeAgain: 'Write another one',
  writing: 'Looking at your picture and writing…',
  written: 'The post is written. Please read it before you use it.',
  hint: 'A model writes from your picture, the dish’s name and what your restaurant says on My Account. It can be wrong: please read it.',

  caption: 'Caption',
  hashtags: 'Hashtags',
  altText: 'Alt text',
  altTextHint: 'For people who do not see the picture. It goes onto its share page and into its files.',
  description: 'Menu description',
  length: (length: number, limit: number, network: string) => `${length} / ${limit} on ${network}`,
  tooLong: (over: number, network: string) =>
    `${count(over, 'character')} too long for ${network}, hashtags included.`,
  tooManyHashtags: (limit: number, network: string) =>
    limit === 0
      ? `${network} shows hashtags as plain words.`
      : `At most ${count(limit, 'hashtag')} on ${network}.`,
  hashtagCount: (tags: number, limit: number) => `${tags} / ${limit}`,

  copy: (what: string) => `Copy ${what}`,
  copyAll: 'Copy caption and hashtags',
  copied: (what: string) => `${what} copied`,
  notCopied: 'Your browser does not allow copying here. Select the text to copy it.',
  copiedAll: 'Caption and hashtags copied',

  former: (texts: number) => `Earlier texts (${texts})`,
  takeBack: (caption: string) => `Use again: ${caption}`,
  noCaption: 'No caption',

  save: 'Save',
  saved: 'The post is saved',
  conflictText: 'Your words are still here. Load the other ones: yours are put aside.',
  loadOther: 'Load the other one',
  aside: 'Your words are put aside until you close the post.',
  useAside: 'Use my words',
  discardTitle: 'Leave without saving?',
  discardText: 'Your changes to the post would be lost. The picture stays as it is.',
  discard: 'Leave',
} as const;
