import { Box, chakra } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isTooLong } from '#shared/domain/photo-shape.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { useDialogsInHistory } from '#web/lib/use-open-in-history.ts';
import { useSeen } from '#web/lib/use-seen.ts';
import { KeptPicture } from '#web/photos/kept-picture.tsx';
import { cutOutAgain, keptMaskQuery, sourcePhotoQuery } from '#web/photos/photo-queries.ts';
import { words as photoWords } from '#web/photos/words.ts';
import { keptDialogName } from './kept-dialog.tsx';
import type { RowDish } from './kept-dishes.ts';
import type { Row } from './menu-draft.ts';

/** Side of the picture in pixels: the height of the name and two lines of text. */
const side = 80;

interface DishPictureProps extends Pick<RowDish, 'photo' | 'state'> {
  readonly preview: Row['preview'];
  readonly upload: Row['upload'];
  /** The dish's name in this list. */
  readonly label: string;
}

/** The picture of a row. After the upload it shows the kept part, and opens it. */
export function DishPicture({ preview, upload, label, photo, state }: DishPictureProps) {
  const [place, isSeen] = useSeen<HTMLDivElement>();
  const isFound = photo?.cutOut?.state === 'made';
  // Loaded for every visible dish, so that a wrong mask without any warning is visible in the list.
  const { data: mask } = useQuery({ ...keptMaskQuery(photo?.id ?? ''), enabled: isSeen && isFound });
  const picture =
    preview !== null &&
    (photo && isFound && mask ? (
      <KeptPicture photo={photo} src={preview} />
    ) : (
      <chakra.img src={preview} alt="" boxSize="full" objectFit="cover" borderRadius="l1" />
    ));
  return (
    <Box ref={place} style={{ width: side, height: side }} flexShrink="0" borderRadius="l1" bg="bg.muted">
      {picture && upload.state === 'done' ? (
        <KeptButton label={label} uploadId={upload.uploadId} photo={photo} state={state}>
          {picture}
        </KeptButton>
      ) : (
        picture
      )}
    </Box>
  );
}

interface KeptButtonProps extends Pick<RowDish, 'photo' | 'state'> {
  readonly label: string;
  readonly uploadId: string;
  readonly children: ReactNode;
}

/** Opens the kept part, or cuts out the dish if that failed or was not started. */
function KeptButton({ label, uploadId, photo, state, children }: KeptButtonProps) {
  const client = useQueryClient();
  const { open } = useDialogsInHistory();
  const find = useMutation({
    mutationFn: async () => {
      if (photo) await cutOutAgain(client, photo.id);
      else {
        const source = { type: 'upload', uploadId } as const;
        const { refusal } = await client.fetchQuery({ ...sourcePhotoQuery(source), staleTime: 0 });
        if (refusal) throw refusal;
      }
    },
  });
  // A photo of that shape would fail again.
  const isIdle = state === 'making' || (state === 'failed' && photo !== undefined && isTooLong(photo));
  const press = () => {
    if (isIdle) return;
    if (photo && state !== 'failed') open(keptDialogName(photo.id));
    // The user asked for it, so the error is shown. After the row was removed, nothing is shown.
    else find.mutate(undefined, { onError: (error) => notify.error(messageOf(error)) });
  };
  return (
    <chakra.button
      type="button"
      aria-label={photoWords.keptOf(label)}
      data-photo={photo?.id}
      aria-disabled={isIdle || undefined}
      display="block"
      boxSize="full"
      borderRadius="l1"
      overflow="hidden"
      cursor={isIdle ? 'default' : 'pointer'}
      onClick={press}
    >
      {children}
    </chakra.button>
  );
}
