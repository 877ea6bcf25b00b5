import { Box, chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';

interface PhotoDropProps {
  readonly title: string;
  readonly hint: string;
  readonly onFile: (file: File) => void;
  /** 0 to 1 while a photo is being sent, otherwise undefined. */
  readonly progress?: number | undefined;
}

/** Takes one photo by drop, by click or from a phone's camera. */
export function PhotoDrop({ title, hint, onFile, progress }: PhotoDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const busy = progress !== undefined;
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file && !busy) onFile(file);
      }}
    >
      <chakra.input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={title}
        tabIndex={-1}
        position="absolute"
        w="1px"
        h="1px"
        opacity="0"
        overflow="hidden"
        pointerEvents="none"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be picked again after a failure.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <chakra.button
        type="button"
        w="full"
        cursor={busy ? 'progress' : 'pointer'}
        aria-disabled={busy}
        onClick={() => {
          if (!busy) input.current?.click();
        }}
        position="relative"
        overflow="hidden"
        borderRadius="card"
        borderWidth="2px"
        borderStyle="dashed"
        borderColor={over ? 'brand.solid' : 'border.emphasized'}
        bg={over ? 'brand.subtle' : 'bg.subtle'}
        px="5"
        py="5"
        textAlign="start"
        transition="background 150ms, border-color 150ms"
        _hover={{ bg: 'bg.muted' }}
        focusVisibleRing="outside"
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
            <Text fontWeight="600">{busy ? 'Uploading your photo' : title}</Text>
            <Text color="fg.muted" fontSize="xs" role={busy ? 'status' : undefined}>
              {busy ? `${Math.round(progress * 100)} % sent` : hint}
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
            transition="width 200ms"
            style={{ width: `${Math.max(4, progress * 100)}%` }}
          />
        )}
      </chakra.button>
    </Box>
  );
}
