import { Button, Stack, Text } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import type { Menu } from '#shared/api/menus.ts';
import { call } from '#web/lib/api.ts';
import { newId } from '#web/lib/server-time.ts';
import { useExportTask } from '#web/lib/use-export-task.ts';
import { chosenOf } from './dish-card.tsx';
import { words } from './words.ts';

/** Saves the exact files of every finished dish for the menu's platforms, as a ZIP. */
export function PackButton({ menu }: { menu: Menu }) {
  const pictures = menu.dishes.flatMap((dish) => {
    const chosen = chosenOf(dish);
    return chosen ? [{ generationId: chosen.generationId, variation: chosen.variation }] : [];
  });
  const packing = useExportTask({
    start: (signal) => call('createPack', { body: { id: newId(), pictures, targets: menu.targets } }, signal),
    read: (taskId, signal) => call('getMyTask', { params: { taskId } }, signal),
    failed: words.packFailed,
  });
  if (pictures.length === 0) return null;
  return (
    <Stack gap="1.5" align="start">
      <Button
        size="lg"
        loading={packing.isPending}
        loadingText={words.packing}
        onClick={() => packing.mutate()}
      >
        <Download size={19} aria-hidden />
        {words.pack}
      </Button>
      <Text fontSize="sm" color="fg.muted">
        {words.packText(pictures.length, menu.targets.length)}
      </Text>
    </Stack>
  );
}
