import { Button, Stack, Text } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import type { Menu } from '#shared/api/menus.ts';
import { usePack } from '#web/generations/use-pack.ts';
import { words as shared } from '#web/generations/words.ts';
import { chosenOf } from './dish-card.tsx';
import { isBusy } from './menu-queries.ts';
import { words } from './words.ts';

/** Saves the exact files of every finished dish for the menu's platforms as a ZIP, if no dish is running. */
export function PackButton({ menu }: { menu: Menu }) {
  const pictures = menu.dishes.flatMap((dish) => {
    const chosen = chosenOf(dish);
    return chosen ? [{ generationId: chosen.generationId, variation: chosen.variation }] : [];
  });
  const { isPacking, pack, outpaintCredits } = usePack();
  if (pictures.length === 0) return null;
  return (
    <Stack gap="1.5" align="start">
      <Button
        size="lg"
        loading={isPacking}
        disabled={isBusy(menu)}
        loadingText={shared.packing}
        onClick={() => pack({ pictures, targets: menu.targets })}
      >
        <Download size={19} aria-hidden />
        {words.pack}
      </Button>
      <Text fontSize="sm" color="fg.muted">
        {words.packText(pictures.length, menu.targets.length)} {shared.packPrice(outpaintCredits)}
      </Text>
    </Stack>
  );
}
