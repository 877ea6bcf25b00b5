import { Button } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Scissors } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { GenerationSource } from '#shared/api/generations.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { useOpenInHistory } from '#web/lib/use-open-in-history.ts';
import { noteChecked } from './checked-photos.ts';
import { KeptDishDialog } from './kept-dish.tsx';
import { cutOutAgain, photoByIdQuery, photoPreviewQuery, sourcePhotoQuery } from './photo-queries.ts';
import { words } from './words.ts';

interface KeptOfSourceProps {
  readonly source: GenerationSource;
  /** Name of the dish. */
  readonly name: string;
  /** Address of the whole upright photo, if it is known; otherwise it is loaded. */
  readonly src?: string | undefined;
}

/**
 * Opens the kept part of a photo of which pictures were ordered, so that the user can correct it before another
 * attempt.
 */
export function KeptOfSource({ source, name, src }: KeptOfSourceProps) {
  const client = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const { isOpen, open, close } = useOpenInHistory(`what we keep of ${JSON.stringify(source)}`);
  const find = useMutation({
    mutationFn: async () => {
      const [{ id }, preview] = await Promise.all([
        client.fetchQuery(sourcePhotoQuery(source)),
        src ?? client.fetchQuery(photoPreviewQuery(source)),
      ]);
      // This tab's data may be older than the last attempt.
      await cutOutAgain(client, id);
      return { id, preview };
    },
    onError: (error) => {
      notify.error(messageOf(error));
      close();
    },
  });
  // The dialog was open when the page was loaded again.
  const { mutate: findAgain } = find;
  const isAwaited = isOpen && find.isIdle;
  useEffect(() => {
    if (isAwaited) findAgain();
  }, [isAwaited, findAgain]);
  const { data: photo } = useQuery({ ...photoByIdQuery(find.data?.id ?? ''), enabled: find.isSuccess });
  const state = photo?.cutOut?.state;
  const end = useEffectEvent(() => {
    if (state === 'made') open();
    if (state !== 'failed') return;
    notify.error(photo?.cutOut?.message ?? words.failed);
    close();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is told once for each press.
  useEffect(() => end(), [find.data, state]);
  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant="ghost"
        px="2"
        aria-label={words.keptOf(name)}
        loading={find.isPending || state === 'making'}
        onClick={() => find.mutate()}
      >
        <Scissors size={16} aria-hidden />
        {words.title}
      </Button>
      {isOpen && photo && state === 'made' && (
        <KeptDishDialog
          photo={photo}
          src={find.data?.preview}
          onUsed={() => {
            noteChecked(photo.id);
            close();
          }}
          onClose={close}
          finalFocus={() => button.current}
        />
      )}
    </>
  );
}
