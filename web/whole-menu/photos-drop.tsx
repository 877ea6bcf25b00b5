import { Box, Button, chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { FolderOpen, Images } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { PhotoAnywhere } from '#web/ui/photo-anywhere.tsx';
import { filesOf } from './dropped-files.ts';
import { words } from './words.ts';

interface PhotosDropProps {
  readonly onFiles: (files: readonly File[] | Promise<readonly File[]>) => void;
  readonly isReading: boolean;
}

const inputId = 'menu-photos';

/** Opens the file dialog. */
export function pickMenuPhotos(): void {
  document.getElementById(inputId)?.click();
}

/** Accepts many photos: dropped or pasted anywhere, or picked as files, as a folder or as a ZIP. */
export function PhotosDrop({ onFiles, isReading }: PhotosDropProps) {
  const folder = useRef<HTMLInputElement>(null);
  useEffect(() => folder.current?.setAttribute('webkitdirectory', ''), []);
  const take = (input: HTMLInputElement) => {
    onFiles([...(input.files ?? [])]);
    // Cleared so that the same files can be picked again.
    input.value = '';
  };
  return (
    <Box
      borderRadius="card"
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="border.emphasized"
      bg="bg.subtle"
      p="5"
    >
      <PhotoAnywhere hint={words.dropAnywhere} onFile={(_first, _all, data) => onFiles(filesOf(data))} />
      <HStack gap="4" align="start">
        <Box
          boxSize="12"
          borderRadius="pill"
          bg="brand.subtle"
          color="brand.fg"
          display="grid"
          placeItems="center"
          flexShrink="0"
        >
          <Images size={22} aria-hidden />
        </Box>
        <Stack gap="0.5" minW="0">
          <Text fontWeight="600" role="status">
            {isReading ? words.reading : words.drop}
          </Text>
          <Text color="fg.muted" fontSize="xs">
            {words.dropHint}
          </Text>
          <HStack gap="2" mt="2" wrap="wrap">
            <Button onClick={pickMenuPhotos}>{words.pickPhotos}</Button>
            <Button variant="outline" colorPalette="gray" onClick={() => folder.current?.click()}>
              <FolderOpen size={17} aria-hidden />
              {words.pickFolder}
            </Button>
          </HStack>
        </Stack>
      </HStack>
      <chakra.input
        id={inputId}
        type="file"
        multiple
        hidden
        accept="image/*,.zip,application/zip"
        onChange={({ currentTarget }) => take(currentTarget)}
      />
      <chakra.input
        ref={folder}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => take(currentTarget)}
      />
    </Box>
  );
}
