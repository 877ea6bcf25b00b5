import { Box, Button, chakra, FileUpload, HStack, Stack, Text } from '@chakra-ui/react';
import { Camera, ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { words as shared } from '#web/lib/words.ts';
import { words } from './words.ts';

interface PhotoDropProps {
  readonly title: string;
  readonly hint: string;
  /** Called with the photo, and all files that were dropped with it. */
  readonly onFile: (file: File, all: readonly File[]) => void;
  /** 0 to 1 while a photo is being uploaded, otherwise undefined. */
  readonly progress?: number | undefined;
  readonly onCancel?: () => void;
}

/** Id of the file input; a page has only one. */
const inputId = 'photo-input';

/** Opens the file dialog, or a phone's library, of the page's photo input. */
export function pickPhoto(): void {
  document.getElementById(inputId)?.click();
}

/** Accepts one photo by drop, by click or from a phone's camera. */
export function PhotoDrop({ title, hint, onFile, progress, onCancel }: PhotoDropProps) {
  const busy = progress !== undefined;
  return (
    <FileUpload.Root
      accept="image/*"
      // The caller holds the photo: the list stays empty, so that the same file can be chosen again.
      acceptedFiles={[]}
      // A file of another type is passed on as well: the caller reports why it cannot be read.
      onFileChange={({ acceptedFiles, rejectedFiles }) => {
        const all = [...acceptedFiles, ...rejectedFiles.map(({ file }) => file)];
        if (all[0]) onFile(all[0], all);
      }}
      disabled={busy}
      ids={{ hiddenInput: inputId }}
      // The whole page accepts a photo (PhotoAnywhere).
      preventDocumentDrop={false}
      allowDrop={!busy}
      // Its text is its accessible name.
      translations={{ dropzone: '' }}
      gap="0"
      position="relative"
    >
      <FileUpload.HiddenInput />
      <FileUpload.Dropzone
        w="full"
        minH="0"
        display="block"
        position="relative"
        overflow="hidden"
        textAlign="start"
        cursor={busy ? 'progress' : 'pointer'}
        borderRadius="card"
        borderColor="border.emphasized"
        bg="bg.subtle"
        px="5"
        py="5"
        transition="background 150ms, border-color 150ms"
        _hover={{ bg: 'bg.muted' }}
        _dragging={{ bg: 'brand.subtle', borderColor: 'brand.solid', borderStyle: 'dashed' }}
      >
        <HStack gap="4">
          <Box
            boxSize="12"
            borderRadius="pill"
            bg="brand.subtle"
            color="brand.fg"
            display="grid"
            placeItems="center"
            flexShrink="0"
          >
            <ImageUp size={22} aria-hidden />
          </Box>
          <Stack gap="0.5">
            <Text fontWeight="600" role={busy ? 'status' : undefined}>
              {busy ? words.uploading : title}
            </Text>
            {/* Not a live region: it changes many times a second. */}
            <Text color="fg.muted" fontSize="xs" fontVariantNumeric="tabular-nums">
              {busy ? words.sent(progress) : hint}
            </Text>
          </Stack>
        </HStack>
        {busy && (
          <Box
            position="absolute"
            left="0"
            bottom="0"
            h="1"
            bg="brand.solid"
            _highContrast={{ bg: 'Highlight' }}
            transition="width 200ms"
            style={{ width: `${Math.max(4, progress * 100)}%` }}
          />
        )}
      </FileUpload.Dropzone>
      {busy && onCancel && (
        <Button variant="ghost" position="absolute" right="2" top="calc(50% - 1.375rem)" onClick={onCancel}>
          {shared.cancel}
        </Button>
      )}
      {!busy && <CameraButton onFile={(file) => onFile(file, [file])} />}
    </FileUpload.Root>
  );
}

/** Opens the camera. Only on touch devices: several phones otherwise offer only their library. */
function CameraButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="outline"
        w="full"
        mt="2"
        display="none"
        css={{ '@media (pointer: coarse)': { display: 'inline-flex' } }}
        onClick={() => input.current?.click()}
      >
        <Camera size={18} aria-hidden />
        {words.takePhoto}
      </Button>
      <chakra.input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Cleared so that the same photo can be taken again.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
