import { Box, Portal, Text } from '@chakra-ui/react';
import { ImageUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { isDialogOpen } from '#web/lib/is-dialog-open.ts';
import { useMaintenance } from '#web/lib/use-maintenance.ts';

interface PhotoAnywhereProps {
  /** Called with the first file, all files, and all data that was dropped or pasted. */
  readonly onFile: (file: File, all: readonly File[], data: DataTransfer) => void;
  /** Text that is shown while a file is dragged over the page. */
  readonly hint: string;
}

/**
 * Accepts a photo that is dropped or pasted anywhere on the page; otherwise the browser would open it and leave the
 * page.
 */
export function PhotoAnywhere({ onFile, hint }: PhotoAnywhereProps) {
  const [isOver, setOver] = useState(false);
  const isClosed = useMaintenance() === 'all';
  const pass = useEffectEvent((event: Event, data: DataTransfer | null) => {
    setOver(false);
    const all = [...(data?.files ?? [])];
    const [file] = all;
    // A field or a drop zone has handled it already.
    if (data === null || file === undefined || event.defaultPrevented) return;
    event.preventDefault();
    // A dialog has another purpose, and during maintenance a message covers this page.
    if (isClosed || isDialogOpen()) return;
    onFile(file, all, data);
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => pass(event, event.dataTransfer);
    const paste = (event: ClipboardEvent) => pass(event, event.clipboardData);
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
      removeEventListener('paste', paste);
    };
  }, []);
  if (!isOver || isClosed) return null;
  return (
    <Portal>
      <Box
        position="fixed"
        inset="0"
        zIndex="overlay"
        p="4"
        bg="rgb(31 26 23 / 0.45)"
        pointerEvents="none"
        display="grid"
      >
        <Box
          borderRadius="24px"
          borderWidth="3px"
          borderStyle="dashed"
          borderColor="white"
          display="grid"
          placeContent="center"
          justifyItems="center"
          gap="3"
          color="white"
        >
          <ImageUp size={40} aria-hidden />
          <Text fontFamily="heading" fontWeight="700" fontSize="lg">
            {hint}
          </Text>
        </Box>
      </Box>
    </Portal>
  );
}
