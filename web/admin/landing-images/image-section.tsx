import {
  Box,
  Button,
  chakra,
  FileUpload,
  Heading,
  HStack,
  Stack,
  Text,
  VisuallyHidden,
} from '@chakra-ui/react';
import { ImageUp } from 'lucide-react';
import { useCallback, useState } from 'react';
import { type LandingImage, type ManagedLandingImage, maxSiteImages } from '#shared/api/site.ts';
import { UploadBar } from '#web/admin/site-images/upload-bar.tsx';
import { useSorting } from '#web/admin/site-images/use-sorting.ts';
import { words as shared } from '#web/admin/site-images/words.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ImageCard } from './image-card.tsx';
import { useLandingImageChanges } from './landing-images-query.ts';
import { OpenDialog } from './open-dialog.tsx';
import { PairForm } from './pair-form.tsx';
import type { useSectionUpload } from './use-section-upload.ts';
import { words } from './words.ts';

interface ImageSectionProps {
  readonly section: LandingImage['section'];
  /** In display order. */
  readonly images: readonly ManagedLandingImage[];
  readonly uploads: ReturnType<typeof useSectionUpload>;
}

/** One section of the landing page: its images in order, and an upload. */
export function ImageSection({ section, images, uploads }: ImageSectionProps) {
  const { remove, reorder } = useLandingImageChanges();
  const [dialog, setDialog] = useState<{ kind: 'open' | 'edit' | 'delete'; id: string }>();
  const { mutate } = reorder;
  const onSort = useCallback((imageIds: string[]) => mutate({ section, imageIds }), [mutate, section]);
  const sorting = useSorting(
    images.map(({ id }) => id),
    onSort,
  );
  const own = uploads.uploads.filter((upload) => upload.section === section);
  const chosen = images.find(({ id }) => id === dialog?.id);
  const close = () => setDialog(undefined);
  const active = images.filter(({ isActive }) => isActive).length;
  return (
    <Stack gap="5">
      <HStack justify="space-between" align="start" gap="4" wrap={{ base: 'wrap', md: 'nowrap' }}>
        <Stack gap="1" maxW="36rem">
          <Heading as="h2" fontSize="lg">
            {words.tabs[section]}
          </Heading>
          <Text color="fg.muted">
            {images.length > 0 && `${words.activeOf[section](active, images.length)}. `}
            {words.help[section]}
          </Text>
        </Stack>
        {section !== 'menu' && <UploadButton section={section} onFiles={uploads.start} />}
      </HStack>
      {section === 'menu' && <PairForm onPair={(after, before) => uploads.start(section, after, before)} />}
      {own.length > 0 && (
        <Stack gap="2">
          {own.map((upload) => (
            <UploadBar
              key={upload.id}
              name={upload.file.name}
              progress={upload.progress}
              problem={upload.problem}
              onRetry={upload.retry}
              onCancel={() => uploads.dismiss(upload)}
            />
          ))}
        </Stack>
      )}
      {images.length === 0 && own.length === 0 && (
        <EmptyState title={words.empty} text={words.emptyText[section]} picture={<EmptyPicture />} />
      )}
      {images.length > 0 && (
        <Box
          as="ul"
          listStyleType="none"
          display="grid"
          gridTemplateColumns={{
            base: '1fr',
            sm: 'repeat(2, minmax(0, 1fr))',
            md: 'repeat(3, minmax(0, 1fr))',
          }}
          gap="4"
        >
          {images.map((image, index) => (
            <ImageCard
              key={image.id}
              image={image}
              name={image.title ?? words.image(index + 1)}
              sorting={sorting}
              onOpen={() => setDialog({ kind: 'open', id: image.id })}
              onEdit={() => setDialog({ kind: 'edit', id: image.id })}
              onDelete={() => setDialog({ kind: 'delete', id: image.id })}
            />
          ))}
        </Box>
      )}
      <VisuallyHidden aria-live="polite">{sorting.message}</VisuallyHidden>
      {chosen && dialog?.kind === 'open' && <OpenDialog image={chosen} onClose={close} />}
      {chosen && dialog?.kind === 'edit' && <EditDialog image={chosen} onClose={close} />}
      <ConfirmDialog
        open={chosen !== undefined && dialog?.kind === 'delete'}
        title={shared.deleteTitle}
        text={shared.deleteText}
        confirm={words.delete}
        onConfirm={() => dialog && remove.mutate(dialog.id)}
        onClose={close}
      />
    </Stack>
  );
}

interface UploadButtonProps {
  readonly section: LandingImage['section'];
  readonly onFiles: (section: LandingImage['section'], file: File) => void;
}

function UploadButton({ section, onFiles }: UploadButtonProps) {
  return (
    <FileUpload.Root
      w="auto"
      maxW="full"
      flexShrink="0"
      accept={['image/*', 'video/mp4', 'video/quicktime']}
      maxFiles={maxSiteImages}
      // Each file is sent at once. The list is cleared so that the same file can be picked again after a failure.
      acceptedFiles={[]}
      onFileAccept={({ files }) => {
        for (const file of files) onFiles(section, file);
      }}
      onFileReject={({ files }) => {
        for (const { file } of files) onFiles(section, file);
      }}
    >
      <FileUpload.HiddenInput aria-label={words.upload[section]} />
      <FileUpload.Trigger asChild>
        <Button>
          <ImageUp size={18} aria-hidden />
          {words.upload[section]}
        </Button>
      </FileUpload.Trigger>
    </FileUpload.Root>
  );
}

/** Placeholders while the cards load. */
function EmptyPicture() {
  return (
    <HStack gap="3" aria-hidden>
      {[0.5, 1, 0.5].map((opacity, index) => (
        <chakra.img
          // biome-ignore lint/suspicious/noArrayIndexKey: three pictures that never change.
          key={index}
          src={`/samples/${['pizza', 'burger', 'salad'][index]}-before.jpg`}
          alt=""
          w={index === 1 ? '8.5rem' : '6.5rem'}
          aspectRatio={4 / 3}
          objectFit="cover"
          borderRadius="card"
          opacity={opacity}
        />
      ))}
    </HStack>
  );
}
