import { Button } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Scissors } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Dish } from '#shared/api/menus.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { useOpenInHistory } from '#web/lib/use-open-in-history.ts';
import { noteChecked } from '#web/photos/checked-photos.ts';
import { KeptDishDialog } from '#web/photos/kept-dish.tsx';
import { cutOutAgain, photoByIdQuery, sourcePhotoQuery } from '#web/photos/photo-queries.ts';
import { words as photoWords } from '#web/photos/words.ts';
import { words } from './words.ts';

interface KeptOfDishProps {
  readonly dish: Pick<Dish, 'number' | 'name' | 'source'>;
  /** Address of the upright photo. */
  readonly src: string;
}

/**
 * Opens the kept part of a dish's photo after the dish was begun, so that the user can correct it before another
 * attempt.
 */
export function KeptOfDish({ dish: { number, name, source }, src }: KeptOfDishProps) {
  const client = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const { isOpen, open, close } = useOpenInHistory(`what we keep of dish ${number}`);
  const find = useMutation({
    mutationFn: async () => {
      const { id } = await client.fetchQuery(sourcePhotoQuery(source));
      // This tab's data may be older than the failed attempt.
      await cutOutAgain(client, id);
      return id;
    },
    onError: (error) => notify.error(messageOf(error)),
  });
  const { data: photo } = useQuery({ ...photoByIdQuery(find.data ?? ''), enabled: find.isSuccess });
  const state = photo?.cutOut?.state;
  const end = useEffectEvent(() => {
    if (state === 'made') open();
    if (state === 'failed') notify.error(photo?.cutOut?.message ?? photoWords.failed);
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
        {photoWords.title}
      </Button>
      {isOpen && photo && (
        <KeptDishDialog
          photo={photo}
          src={src}
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
