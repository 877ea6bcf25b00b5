import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Lightbulb } from 'lucide-react';
import type { GenerationSource } from '#shared/api/generations.ts';
import type { Photo } from '#shared/api/photos.ts';
import type { PhotoMeasures } from '#shared/domain/measure-photo.ts';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { boxAround, brighten, crop } from './fix-photo.ts';
import { adviceOn, type FixedFrom, fixOf, type PhotoFix } from './photo-advice.ts';
import { measuresQuery, photoQuery, sourcePhotoQuery } from './photo-queries.ts';
import { words } from './words.ts';

interface PhotoCoachProps {
  readonly source: GenerationSource;
  /** Address of the upright photo. */
  readonly src: string;
  /** The file that was picked; after a reload it is gone, and has to be chosen again to be corrected here. */
  readonly original: File | undefined;
  readonly onFixed: (file: File, fix: Pick<FixedFrom<unknown>, 'kind' | 'maskOf'>) => void;
  /** What was corrected in this photo, where that can be undone. */
  readonly fixed: PhotoFix | undefined;
  readonly onUndo: () => void;
  /** The dish's present name; the photo may suggest a better one. */
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** Advice on a photo that was uploaded, before anything is spent. It never stops anybody. */
export function PhotoCoach(props: PhotoCoachProps) {
  const { source, src } = props;
  const measured = useQuery(measuresQuery(src));
  const found = useQuery({ ...sourcePhotoQuery(source), enabled: source.type === 'upload' });
  const coach = { ...props, measures: measured.data };
  return found.data ? (
    <CoachOnPhoto {...coach} first={found.data} />
  ) : (
    <Advice {...coach} photo={undefined} />
  );
}

interface MeasuredProps extends PhotoCoachProps {
  readonly measures: PhotoMeasures | undefined;
}

function CoachOnPhoto({ first, ...props }: MeasuredProps & { readonly first: Photo }) {
  const { data: photo } = useQuery(photoQuery(first));
  return <Advice {...props} photo={photo} />;
}

function Advice({
  photo,
  measures,
  original,
  onFixed,
  fixed,
  onUndo,
  name,
  onName,
}: MeasuredProps & { readonly photo: Photo | undefined }) {
  const advice = adviceOn(measures, photo);
  const suggested = photo?.reading?.content?.name ?? '';
  const fix = useMutation({
    mutationFn: async (kind: PhotoFix) => {
      if (!original) throw new Error(words.fixFailed);
      if (kind === 'brighten') return brighten(original, original.name, measures?.highlights ?? 255);
      if (!photo) throw new Error(words.fixFailed);
      // Loaded when somebody crops: it brings a reader of PNG files.
      const [{ readMask }, { png }] = await Promise.all([
        import('./mask-file.ts'),
        call('getMask', { params: { photoId: photo.id }, query: {} }),
      ]);
      const box = boxAround(readMask(png));
      if (!box) throw new Error(words.nothingToCrop);
      return crop(original, original.name, box);
    },
    onSuccess: (file, kind) => {
      // The brightened photo has the same size, so that its mask fits.
      const maskOf = kind === 'brighten' && photo?.corrected ? photo.id : undefined;
      onFixed(file, { kind, maskOf });
    },
  });
  const canCrop = photo?.cutOut?.state === 'made';
  if (advice.length === 0 && fixed === undefined && (suggested === '' || suggested === name)) return null;
  return (
    <Stack
      as="section"
      aria-label={words.coach}
      mt="3"
      px="4"
      py="3"
      gap="3"
      borderWidth="1px"
      borderColor="border"
      borderRadius="card"
    >
      {fixed && <Row text={words.fixed[fixed]} action={words.undo} onAction={onUndo} />}
      {advice.map((problem) => {
        const kind = fixOf[problem];
        return (
          <Row
            key={problem}
            text={
              kind && !original
                ? `${words.advice[problem]} ${words.chooseAgain[kind]}`
                : words.advice[problem]
            }
            {...(kind &&
              original &&
              (kind === 'brighten' || canCrop) && {
                action: words.fix[kind],
                onAction: () => fix.mutate(kind),
                isBusy: fix.isPending,
              })}
          />
        );
      })}
      {suggested !== '' && suggested !== name && (
        <Row text={words.looksLike(suggested)} action={words.useName} onAction={() => onName(suggested)} />
      )}
      {fix.isError && (
        <Text role="alert" fontSize="sm" color="fg.error">
          {messageOf(fix.error)}
        </Text>
      )}
    </Stack>
  );
}

interface RowProps {
  readonly text: string;
  readonly action?: string;
  readonly onAction?: () => void;
  readonly isBusy?: boolean;
}

function Row({ text, action, onAction, isBusy = false }: RowProps) {
  return (
    <HStack gap="3">
      <Box flexShrink="0" color="fg.muted">
        <Lightbulb size={18} aria-hidden />
      </Box>
      <Text flex="1" fontSize="sm">
        {text}
      </Text>
      {action && (
        <Button variant="outline" size="sm" minH="10" loading={isBusy} onClick={onAction}>
          {action}
        </Button>
      )}
    </HStack>
  );
}
