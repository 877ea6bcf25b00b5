import { Button, Dialog, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { notify } from '#web/lib/notify.ts';
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts';
import { useNotice } from '#web/lib/use-notice.ts';
import { words as common } from '#web/lib/words.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { idle } from '#web/ui/idle.ts';
import { LargeDialog } from '#web/ui/large-dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { keptPostDraft } from './kept-post-draft.ts';
import { draftOf, isChanged, isSavable, type PostDraft, rememberWish, textOf } from './post-draft.ts';
import { PostFields } from './post-fields.tsx';
import { PostProblem, WordsAside } from './post-problem.tsx';
import { postQuery } from './post-query.ts';
import { PostWishControls } from './post-wish.tsx';
import { words } from './post-words.ts';
import type { Result } from './results.ts';
import { usePost } from './use-post.ts';

/** Height of `PostWishControls`, whose place is kept while the post is loaded. */
const wishHeight = '13.75rem';

interface PostDialogProps {
  readonly result: Result;
  readonly onClose: () => void;
}

/** The post of a picture: written by a model or by hand, edited, copied, and restored. */
export function PostDialog({ result, onClose }: PostDialogProps) {
  const query = useQuery(postQuery(result));
  const stored = query.data;
  /** The edited text since it was loaded, saved or written, and the revision that was edited; undefined if unchanged. */
  const [edited, setEdited] = useState(() => keptPostDraft(result).read());
  /** What was typed before another tab's text was loaded. */
  const [aside, setAside] = useState<PostDraft>();
  const [leaving, setLeaving] = useState(false);
  const notice = useNotice();
  const draft = edited?.draft ?? (stored && draftOf(stored.text));
  const hasChanges = draft !== undefined && stored !== undefined && isChanged(draft, stored.text);
  // A text that another tab saved after the first change must not be overwritten.
  const post = hasChanges && edited ? { ...stored, revision: edited.revision } : stored;
  const { write, save, isSending, isWriting } = usePost(result, () => setEdited(undefined));
  const isBusy = isSending || post?.isBeingWritten === true;
  const failed = write.isError ? write : save.isError ? save : undefined;
  useLeaveGuard(hasChanges);
  /** Whether this dialog was opened during a request of an earlier one, which may replace the draft. */
  const [isFollowing, setFollowing] = useState(isSending);
  if (isFollowing && !isSending) {
    setFollowing(false);
    setEdited(keptPostDraft(result).read());
  }
  useEffect(() => {
    if (post && !isFollowing)
      keptPostDraft(result).keep(hasChanges ? { draft, revision: post.revision } : undefined);
  });
  const close = () => (hasChanges ? setLeaving(true) : onClose());

  function change(part: Partial<PostDraft>): void {
    if (draft && post) setEdited({ draft: { ...draft, ...part }, revision: post.revision });
  }

  return (
    <>
      <LargeDialog
        title={words.title}
        subtitle={words.subtitle}
        width="60rem"
        lengths={{ '--picture-height': { base: '18dvh', md: '34dvh' } }}
        onClose={close}
        footer={
          <>
            <Button variant="outline" colorPalette="gray" onClick={close}>
              {common.close}
            </Button>
            <Button
              loading={save.isPending}
              onClick={() => {
                write.reset();
                if (draft && post)
                  save.mutate(
                    { text: textOf(draft), post },
                    { onSuccess: () => notify.success(words.saved) },
                  );
              }}
              {...idle(!hasChanges || isBusy || !isSavable(draft))}
            >
              {words.save}
            </Button>
          </>
        }
      >
        <Dialog.Body
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' }}
          alignContent="start"
          gap={{ base: '4', md: '8' }}
          pb="5"
        >
          <Stack gap="4" position={{ md: 'sticky' }} top="0" alignSelf="start">
            <img
              src={result.previewUrl}
              alt={result.generation.menuItemName}
              width={result.width}
              height={result.height}
              style={{
                maxHeight: 'var(--picture-height)',
                width: 'auto',
                maxWidth: '100%',
                height: 'auto',
                margin: '0 auto',
                borderRadius: '12px',
              }}
            />
            {draft && post ? (
              <PostWishControls
                wish={draft}
                onChange={change}
                action={post.text ? words.writeAgain : words.write}
                isWriting={isWriting || post.isBeingWritten}
                disabled={isBusy || !isSavable(draft)}
                onWrite={() => {
                  save.reset();
                  rememberWish(draft);
                  write.mutate({ draft, post });
                }}
              />
            ) : (
              !query.isError && <Skeleton h={wishHeight} borderRadius="card" />
            )}
            <Text fontSize="xs" color="fg.muted">
              {words.hint}
              {notice && ` ${notice}`}
            </Text>
          </Stack>
          {draft && post ? (
            <Stack gap="4" minW="0">
              {failed && (
                <PostProblem
                  error={failed.error}
                  onReload={() => {
                    failed.reset();
                    if (hasChanges) setAside(draft);
                    setEdited(undefined);
                    void query.refetch();
                  }}
                />
              )}
              {aside && (
                <WordsAside
                  onUse={() => {
                    change(aside);
                    setAside(undefined);
                  }}
                />
              )}
              <PostFields
                draft={draft}
                onChange={change}
                disabled={isBusy}
                former={post.former}
                onFormer={(text) => save.mutate({ text, post, typed: draft })}
              />
            </Stack>
          ) : query.isError ? (
            <LoadFailed inPanel query={query} title={words.loadFailed} />
          ) : (
            <Stack gap="4" role="status" aria-label={words.loading}>
              <Skeleton h="10rem" borderRadius="card" />
              <Skeleton h="3rem" borderRadius="card" />
              <Skeleton h="5rem" borderRadius="card" />
              <Skeleton h="5rem" borderRadius="card" />
            </Stack>
          )}
        </Dialog.Body>
      </LargeDialog>
      <ConfirmDialog
        open={leaving}
        title={words.discardTitle}
        text={words.discardText}
        confirm={words.discard}
        onConfirm={() => {
          keptPostDraft(result).keep(undefined);
          // The dialog may be rendered once more before it is closed.
          setEdited(undefined);
          onClose();
        }}
        onClose={() => setLeaving(false)}
      />
    </>
  );
}
