import { hasWatermarkNow } from '#lambdas/accounts/has-watermark-now.ts';
import { withAltText } from '#lambdas/pictures/alt-text.ts';
import { decode } from '#lambdas/pictures/picture.ts';
import { previewFile } from '#lambdas/pictures/renditions.ts';
import { signFile } from '#lambdas/pictures/sign-file.ts';
import { writeOutboxEntry } from '#lambdas/platform/outbox-store.ts';
import { allSettledOrThrow } from '#lambdas/runtime/all-settled-or-throw.ts';
import { readVariable } from '#lambdas/runtime/env.ts';
import { readFile, removeFiles, writeFile } from '#lambdas/runtime/file-storage.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import { emptyOverlay, promoOfOverlay } from '#shared/domain/overlay.ts';
import { failWords, type WordsMessage } from './fail-words.ts';
import { keysOfWords, sharePictureKey } from './file-keys.ts';
import { filesFor, type StoredGeneration, type StoredVariation } from './generation.ts';
import { readGeneration } from './generation-store.ts';
import { lateWriteGracePeriod, maxFormerOverlays } from './limits.ts';
import { makingOfShown, provenanceOf } from './making-of.ts';
import { overlayOf } from './overlay-of.ts';
import { altTextOf, readPost } from './post-store.ts';
import { MissingBaseError, storeWords } from './store-variation.ts';
import { withLogo } from './with-logo.ts';
import { endWords, isBeingSet } from './words-store.ts';

/**
 * Sets the requested words on all variations: writes new files under new names, then shows them in one transaction.
 * Until then, the pictures stay unchanged. A message that is delivered twice writes the same files again; one for a
 * change that has ended or was replaced changes nothing.
 */
export async function setWords({ userId, generationId, wordsId }: WordsMessage): Promise<void> {
  const generation = await readGeneration(userId, generationId);
  const words = generation?.words;
  if (!generation || words?.id !== wordsId) return;
  // A run that was killed after its transaction may not have updated the share pages.
  if (words.state === 'done') return updateShares(generation);
  if (!(await isBeingSet(words))) return;
  try {
    const { version } = words;
    const { overlay, logo } = await withLogo(userId, words.overlay);
    const variations = await allSettledOrThrow(
      generation.variations.map((variation) => storeWords(generation, variation, { overlay, logo, version })),
    );
    // The wizard starts with these words when the picture is made again.
    const studio = generation.studio && { ...generation.studio, ...promoOfOverlay(overlay) };
    const former = overlayOf(generation) ?? emptyOverlay();
    const formerOverlays = [former, ...(generation.formerOverlays ?? [])].slice(0, maxFormerOverlays);
    const { outcome } = await transact<'ended'>([
      endWords(generation, words, 'done', {
        studio,
        overlay,
        formerOverlays,
        variations,
        filesVersion: version,
      }),
      removeFormerFiles(generation, variations),
    ]);
    if (outcome === 'ended') return;
  } catch (error) {
    if (!(error instanceof MissingBaseError)) throw error;
    await failWords({ userId, generationId, wordsId });
    return;
  }
  logger.info('The text of a picture was changed', { generationId });
  const changed = await readGeneration(userId, generationId);
  if (changed) await updateShares(changed);
}

/**
 * Outbox entry that removes the replaced files after a while, because links to downloads of them may still be in use.
 * The files of a picture that had no words stay as its base.
 */
function removeFormerFiles(generation: StoredGeneration, variations: readonly StoredVariation[]) {
  const { originals, media } = keysOfWords(generation, generation.filesVersion);
  const kept = new Set(variations.flatMap(({ base, basePreview }) => [base?.key, basePreview]));
  const replaced = media.filter((key) => !kept.has(key));
  return writeOutboxEntry(
    {
      originals: originals.filter((key) => !kept.has(key)),
      media: replaced,
      paths: replaced.map((key) => `/${key}`),
    },
    new Date(Date.now() + lateWriteGracePeriod),
  );
}

/** Copies the present picture of each shared variation to its page, with the watermark if a download has it. */
async function updateShares(generation: StoredGeneration): Promise<void> {
  const shares = Object.entries(generation.shares);
  if (shares.length === 0) return;
  const media = readVariable('MEDIA_BUCKET');
  const hasWatermark = await hasWatermarkNow(generation.userId);
  for (const [index, shareId] of shares) {
    const variation = generation.variations.find((each) => String(each.index) === index);
    if (!variation) continue;
    const { delivered, large, isWatermarked } = filesFor(variation, hasWatermark);
    const file = await readFile(readVariable('ORIGINALS_BUCKET'), (large ?? delivered).key);
    if (!file) continue;
    const preview = await previewFile(await decode(file.body), provenanceOf(generation, variation));
    const post = await readPost({
      userId: generation.userId,
      generationId: generation.id,
      variation: variation.index,
    });
    const described = withAltText(preview, altTextOf(post));
    const body = await signFile(described, makingOfShown(generation, variation, isWatermarked));
    await writeFile(media, {
      key: sharePictureKey(shareId),
      body,
      type: 'image/jpeg',
      cacheControl: 'no-store',
    });
  }
  const now = await readGeneration(generation.userId, generation.id);
  // Another change was finished in the meantime, whose picture this one may have replaced.
  if (now && now.filesVersion !== generation.filesVersion) return updateShares(now);
  // A page that was taken down in the meantime must not be restored.
  const gone = shares.filter(([index, shareId]) => now?.shares[index] !== shareId);
  await removeFiles(
    media,
    gone.map(([, shareId]) => sharePictureKey(shareId)),
  );
}
