import { Box, chakra, Stack, Text } from '@chakra-ui/react';
import { ImageOff, ImagePlus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { words } from './words.ts';

interface FileSlotProps {
  readonly label: string;
  readonly file: File | undefined;
  readonly onFile: (file: File) => void;
  readonly disabled?: boolean;
}

/** A place for one picture of a pair: empty with a hint, or the picture itself. */
export function FileSlot({ label, file, onFile, disabled = false }: FileSlotProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [over, setOver] = useState(false);
  const src = useObjectUrl(file);
  /** The file that the browser could not show. */
  const [unreadable, setUnreadable] = useState<File>();
  const isBroken = file !== undefined && unreadable === file;
  return (
    <Stack gap="1.5" flex="1" minW="0">
      <chakra.label htmlFor={id} fontSize="sm" fontWeight="500">
        {label}
      </chakra.label>
      <chakra.input
        id={id}
        ref={input}
        type="file"
        accept="image/*"
        disabled={disabled}
        className="peer"
        position="absolute"
        boxSize="1px"
        opacity="0"
        overflow="hidden"
        onChange={(event) => {
          const [picked] = event.target.files ?? [];
          // The same file may be picked again after a failure.
          event.target.value = '';
          if (picked) onFile(picked);
        }}
      />
      <Box
        aria-hidden
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [dropped] = event.dataTransfer.files;
          if (dropped && !disabled) onFile(dropped);
        }}
        position="relative"
        aspectRatio={4 / 3}
        maxH="15rem"
        overflow="hidden"
        borderRadius="card"
        borderWidth="2px"
        borderStyle={src ? 'solid' : 'dashed'}
        borderColor={over ? 'brand.solid' : src ? 'border.muted' : 'border.emphasized'}
        bg={over ? 'brand.subtle' : 'bg.subtle'}
        cursor={disabled ? 'progress' : 'pointer'}
        transition="background 150ms, border-color 150ms"
        _hover={{ bg: 'bg.muted' }}
        css={{
          '.peer:focus-visible + &': { outline: '3px solid {colors.brand.focusRing}', outlineOffset: '2px' },
        }}
      >
        {src && !isBroken ? (
          <chakra.img
            src={src}
            alt=""
            w="full"
            h="full"
            objectFit="cover"
            onError={() => setUnreadable(file)}
          />
        ) : (
          <Stack align="center" justify="center" h="full" gap="1.5" p="4" textAlign="center" color="fg.muted">
            {isBroken ? <ImageOff size={26} aria-hidden /> : <ImagePlus size={26} aria-hidden />}
            <Text fontSize="xs">{isBroken ? words.wrongImage : words.choose}</Text>
          </Stack>
        )}
      </Box>
    </Stack>
  );
}

/** An address under which the browser shows a file that was picked. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) {
      setUrl(undefined);
      return;
    }
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
