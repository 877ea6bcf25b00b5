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

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.matches('input, textarea') || target.isContentEditable);
}

/**
 * Accepts a photo that is dropped or pasted anywhere on the page; otherwise the browser would open it and leave the
 * page.
 */
export function PhotoAnywhere({ onFile, hint }: PhotoAnywhereProps) {
  const [isOver, setOver] = useState(false);
  const isClosed = useMaintenance() === 'all';
  const pass = (event: Event, data: DataTransfer | null) => {
    const all = [...(data?.files ?? [])];
    const [file] = all;
    // A field or a drop zone has handled it already.
    if (data === null || file === undefined || event.defaultPrevented) return;
    event.preventDefault();
    // A dialog has another purpose, and during maintenance a message covers this page.
    if (isClosed || isDialogOpen()) return;
    onFile(file, all, data);
  };
  const drop = useEffectEvent((event: DragEvent) => {
    setOver(false);
    pass(event, event.dataTransfer);
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const data = event.clipboardData;
    // A spreadsheet copies its cells as text and as a picture; the field takes the text.
    if (data?.types.includes('text/plain') && isEditable(event.target)) return;
    pass(event, data);
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(!isDialogOpen());
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('dragover', over, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('drop', (event) => drop(event), { signal });
    addEventListener('paste', (event) => paste(event), { signal });
    return () => listening.abort();
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
