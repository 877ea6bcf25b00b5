import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import type { StoredMenu } from '#lambdas/menus/menu.ts';
import { isNoneMade } from '#shared/domain/whole-menu.ts';

/** A message for a user who is away. `path` is the address on the site that shows its subject. */
export interface NoticeMessage {
  readonly title: string;
  readonly body: string;
  readonly path: string;
}

/** Maximum number of dishes that a message names. */
const named = 3;

/** One message for everything that has ended; undefined if there is nothing to report. */
export function composeNotice(
  generations: readonly StoredGeneration[],
  menus: readonly StoredMenu[],
): NoticeMessage | undefined {
  const messages = [...menus.map(ofMenu), ...ofGenerations(generations)];
  const [first, ...others] = messages;
  if (!first || others.length === 0) return first;
  return {
    title: first.title,
    body: [first.body, ...others.map(({ title }) => `${title}.`)].join(' '),
    path: '/studio?view=gallery',
  };
}

function ofGenerations(generations: readonly StoredGeneration[]): NoticeMessage[] {
  const made = generations.filter(isMade);
  const failed = generations.filter((generation) => !isMade(generation));
  const lost = failed.length === 0 ? '' : ` ${failed.length} could not be made.`;
  const [only, ...others] = made.length > 0 ? made : failed;
  if (!only) return [];
  if (others.length === 0)
    return [
      isMade(only)
        ? {
            title: `“${only.productName}” is ready`,
            body: `${only.variations.length === 1 ? 'One picture' : 'Two pictures to choose from'}.${lost}`,
            path: pathOf(only),
          }
        : { title: `“${only.productName}” could not be made`, body: only.message ?? '', path: pathOf(only) },
    ];
  const count = others.length + 1;
  return [
    made.length > 0
      ? {
          title: `${count} dishes are ready`,
          body: `${namesOf(made)}.${lost}`,
          path: '/studio?view=gallery',
        }
      : {
          title: `${count} dishes could not be made`,
          body: `${namesOf(failed)}.`,
          path: '/studio?view=gallery',
        },
  ];
}

/** A fallback is done, but its picture is the customer's own photo. */
function isMade({ state, fallback }: StoredGeneration): boolean {
  return state === 'done' && !fallback;
}

function ofMenu(stored: StoredMenu): NoticeMessage {
  const { id, name, state, pausedFor, counts, message } = stored;
  const path = `/studio?view=menu-enhancer&menu=${id}`;
  const menu = name === '' ? 'Your menu' : `Your menu “${name}”`;
  if (isNoneMade(stored))
    return { title: `${menu} could not be made`, body: 'Nothing was charged. Open it to see why.', path };
  if (state === 'done') {
    const failed = counts.failed > 0 ? ` ${counts.failed} could not be made.` : '';
    return { title: `${menu} is ready`, body: `Dishes: ${counts.done}.${failed}`, path };
  }
  const first =
    counts.done > 0
      ? 'Its first dish is ready. Approve it, and the others follow.'
      : 'Its first dish could not be made. Change its look, or go on with the others.';
  return { title: `${menu} waits for you`, body: pausedFor === 'approval' ? first : (message ?? ''), path };
}

/** The address of the picture in the gallery; of the gallery itself if the generation is not in it. */
function pathOf({ id, inGallery }: StoredGeneration): string {
  return inGallery ? `/studio?view=gallery&image=${id}` : '/studio?view=gallery';
}

function namesOf(generations: readonly StoredGeneration[]): string {
  const names = generations.slice(0, named).map(({ productName }) => productName);
  const more = generations.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
