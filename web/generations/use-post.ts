import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Post } from '#shared/api/posts.ts';
import type { PostText } from '#shared/domain/post-text.ts';
import { call } from '#web/lib/api.ts';
import { isTransient } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { readAfresh } from '#web/lib/read-afresh.ts';
import { repeated } from '#web/lib/repeated.ts';
import { newId } from '#web/lib/server-time.ts';
import { keptPostDraft } from './kept-post-draft.ts';
import { isChanged, type PostDraft, textOf } from './post-draft.ts';
import { postQuery } from './post-query.ts';
import { words } from './post-words.ts';
import type { Result } from './results.ts';
import { shareFileKey } from './share-files.ts';

interface Saving {
  readonly text: PostText;
  readonly post: Post;
  /** What was typed, if another text is to take its place. */
  readonly typed?: PostDraft;
}

/**
 * Writes and saves the post; `onChanged` is called when another text is stored. `isSending` and `isWriting` include a
 * request of a dialog that was closed meanwhile.
 */
export function usePost(result: Result, onChanged: () => void) {
  const client = useQueryClient();
  const { generationId, variation } = result;
  const params = { generationId, variation };
  const query = postQuery(result);
  /** Id and wish of a request whose reply may be lost. */
  const asked = useRef<{ readonly id: string; readonly wish: string }>(undefined);

  const keep = (post: Post) => {
    client.setQueryData(query.queryKey, post);
    void client.invalidateQueries({ queryKey: shareFileKey(result) });
    keptPostDraft(result).keep(undefined);
    onChanged();
  };
  const send = (text: PostText, revision: number) =>
    repeated(client, () => call('savePost', { params, body: { revision, text } }));
  /** Saves what was typed before another text takes its place, so that it is kept among the earlier texts. */
  const saveTyped = async (draft: PostDraft, post: Post): Promise<Post> => {
    const text = textOf(draft);
    if (!isChanged(draft, post.text) || !hasWords(text)) return post;
    const saved = await send(text, post.revision);
    keep(saved);
    return saved;
  };
  const mutationKey = ['post', generationId, variation];
  const writingKey = [...mutationKey, 'write'];
  const save = useMutation({
    mutationKey,
    mutationFn: async ({ text, post, typed }: Saving) => {
      const { revision } = typed ? await saveTyped(typed, post) : post;
      return send(text, revision);
    },
    onSuccess: keep,
  });
  const write = useMutation({
    mutationKey: writingKey,
    mutationFn: async ({ draft, post }: { readonly draft: PostDraft; readonly post: Post }) => {
      const { revision } = await saveTyped(draft, post);
      const { tone, network, language } = draft;
      const wish = JSON.stringify([tone, network, language]);
      if (asked.current?.wish !== wish) asked.current = { id: newId(), wish };
      const body = { id: asked.current.id, tone, network, language };
      try {
        return await repeated(client, () => call('writePost', { params, body }));
      } catch (error) {
        const stored = isTransient(error) ? await readAfresh(client, query) : undefined;
        if (stored && (stored.isBeingWritten || stored.revision !== revision)) return stored;
        throw error;
      }
    },
    onSuccess: (post) => {
      asked.current = undefined;
      keep(post);
      if (post.text && !post.isBeingWritten) notify.success(words.written);
    },
    onError: (error) => {
      // After a lost connection, the same request is repeated.
      if (!isTransient(error)) asked.current = undefined;
    },
  });
  const isSending = useIsMutating({ mutationKey }) > 0;
  const isWriting = useIsMutating({ mutationKey: writingKey }) > 0;
  return { write, save, isSending, isWriting };
}

function hasWords({ caption, hashtags, altText, description }: PostText): boolean {
  return [caption, altText, description].some((text) => text !== '') || hashtags.length > 0;
}
