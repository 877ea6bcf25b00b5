import { useQueries } from '@tanstack/react-query';
import type { Result } from '#web/generations/results.ts';
import { canShareFiles, shareFileQuery } from '#web/generations/share.ts';
import { words as shared } from '#web/generations/words.ts';
import { notify } from '#web/lib/notify.ts';

/** Maximum number of pictures that are shared with another app at once. */
const maxShared = 10;

/**
 * Shares several pictures as files with an app that the user chooses; nothing becomes public. The files are loaded when
 * they are chosen, because browsers allow sharing only right after the press. Undefined until they are loaded, and if
 * sharing is not possible.
 */
export function useShareFiles(results: readonly Result[]): (() => void) | undefined {
  const isPossible = canShareFiles() && results.length > 0 && results.length <= maxShared;
  const queries = useQueries({ queries: isPossible ? results.map(shareFileQuery) : [] });
  const files = queries.flatMap(({ data }) => data ?? []);
  if (!isPossible || files.length < results.length || !navigator.canShare({ files })) return undefined;
  return () =>
    void navigator.share({ files }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) notify.error(shared.sendFailed);
    });
}
