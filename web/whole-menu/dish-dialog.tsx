import { Box, Button, CloseButton, Dialog, HStack, IconButton, Portal, Stack, Text } from '@chakra-ui/react';
import { ArrowLeft, ArrowRight, Download } from 'lucide-react';
import { useState } from 'react';
import type { Dish } from '#shared/api/menus.ts';
import type { Target } from '#shared/domain/whole-menu.ts';
import { AppViews } from '#web/generations/app-views.tsx';
import { Approval } from '#web/generations/approval.tsx';
import { DishProof } from '#web/generations/dish-proof.tsx';
import { resultsOf } from '#web/generations/results.ts';
import { SecondFile } from '#web/generations/second-file.tsx';
import { useSaveVariation } from '#web/generations/use-save-variation.ts';
import { VariationPicker } from '#web/generations/variation-picker.tsx';
import { words as shared } from '#web/generations/words.ts';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { clearOf } from '#web/ui/screens.ts';
import { chosenOf } from './dish-card.tsx';
import { FreeRedo } from './free-redo.tsx';
import type { MenuActions } from './use-menu-actions.ts';
import { words } from './words.ts';

interface DishDialogProps {
  readonly dish: Dish;
  /** The targets of the menu. */
  readonly targets: readonly Target[];
  readonly actions: MenuActions;
  readonly onClose: () => void;
  /** Opens the dish before or after, if there is one with pictures. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** One dish, large: compares its photo with both pictures, and lets the user choose the better one. */
export function DishDialog({ dish, targets, actions, onClose, onPrevious, onNext }: DishDialogProps) {
  const [dishOnly, setDishOnly] = useState(false);
  const save = useSaveVariation();
  const { generation, name } = dish;
  const shown = chosenOf(dish);
  if (generation === null || shown === undefined) return null;
  const results = resultsOf(generation);
  const ratio = shown.width / shown.height;
  return (
    <Dialog.Root
      open
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
      placement="top"
      motionPreset="scale"
    >
      <Portal>
        <Dialog.Backdrop bg="rgb(23 19 16 / 0.7)" />
        <Dialog.Positioner
          pt={clearOf('top', '0.5rem')}
          pb={clearOf('bottom', '0.5rem')}
          ps={clearOf('left', '0.5rem')}
          pe={clearOf('right', '0.5rem')}
        >
          <Dialog.Content maxW="48rem" my="auto">
            <Dialog.Header pb="2" pe="16">
              <Box aria-live="polite">
                <Dialog.Title lineClamp={1} dir="auto">
                  {name}
                </Dialog.Title>
                <Text fontSize="xs" color="fg.muted">
                  {words.choose}
                </Text>
              </Box>
            </Dialog.Header>
            <Dialog.Body display="grid" justifyItems="center" gap="4">
              <Box style={{ width: `min(100%, calc(max(46dvh, 12.5rem) * ${ratio}))` }}>
                <BeforeAfter
                  key={`${generation.id} ${shown.variation}`}
                  before={shown.originalUrl}
                  after={shown.previewUrl}
                  label={name}
                  ratio={ratio}
                  mask={dishOnly ? shown.dishMaskUrl : null}
                />
              </Box>
              <Stack w="full" gap="1" align="start">
                <VariationPicker
                  layout="row"
                  label={shared.variations}
                  results={results}
                  selected={shown}
                  onSelect={({ variation }) => actions.choose(generation, variation)}
                />
                <DishProof result={shown} dishOnly={dishOnly} onDishOnly={setDishOnly} />
                <FreeRedo dish={dish} actions={actions} />
                <SecondFile
                  result={shown}
                  isSaving={save.isPending}
                  onDownload={() => save.mutate({ ...shown, size: 'large' })}
                />
                <AppViews result={shown} targets={targets} />
                <Approval key={`${shown.generationId} ${shown.variation}`} result={shown} />
              </Stack>
            </Dialog.Body>
            <Dialog.Footer gap="2" justifyContent="space-between">
              <HStack gap="1">
                <IconButton
                  variant="ghost"
                  aria-label={words.previous}
                  // Not `disabled`: that would take the focus away.
                  aria-disabled={!onPrevious}
                  onClick={onPrevious}
                >
                  <ArrowLeft size={20} />
                </IconButton>
                <IconButton variant="ghost" aria-label={words.next} aria-disabled={!onNext} onClick={onNext}>
                  <ArrowRight size={20} />
                </IconButton>
              </HStack>
              <Button loading={save.isPending} onClick={() => save.mutate(shown)}>
                <Download size={18} aria-hidden />
                {words.download}
              </Button>
            </Dialog.Footer>
            <Dialog.CloseTrigger asChild top="2" insetEnd="2">
              <CloseButton aria-label={words.close} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
