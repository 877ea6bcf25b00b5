import { Box, Button, chakra, HStack, IconButton, Text } from '@chakra-ui/react';
import { Download, Palette, Pencil, RotateCcw } from 'lucide-react';
import { memo } from 'react';
import type { Dish } from '#shared/api/menus.ts';
import { coverOf, type Result } from '#web/generations/results.ts';
import { words as shared } from '#web/generations/words.ts';
import { KeptOfSource } from '#web/photos/kept-of-source.tsx';
import { useLoading } from '#web/ui/picture.tsx';
import { Sweep } from '#web/ui/sweep.tsx';
import { useDishPhoto } from './use-dish-photo.ts';
import { words } from './words.ts';

/** An action of the user on a dish. */
export type DishAsk = 'view' | 'rename' | 'look' | 'remake' | 'download';

interface DishCardProps {
  readonly dish: Dish;
  /** Whether its look is another than its menu's. */
  readonly hasOwnLook: boolean;
  /** A small copy of its photo; null if this tab has none. */
  readonly kept: string | null;
  /** Whether its free redo is running. */
  readonly isMadeAgain: boolean;
  readonly onAsk: (dish: Dish, ask: DishAsk) => void;
}

/** The chosen picture of a dish; undefined if it has none. */
export function chosenOf({ generation }: Pick<Dish, 'generation'>): Result | undefined {
  return generation === null ? undefined : coverOf(generation);
}

/** One dish of a menu: its picture, or its progress. */
export const DishCard = memo(function DishCard({
  dish,
  hasOwnLook,
  kept,
  isMadeAgain,
  onAsk,
}: DishCardProps) {
  const { name, state, generation, message } = dish;
  const chosen = chosenOf(dish);
  const { place, photo, isGone } = useDishPhoto(dish, kept);
  const src = chosen?.thumbnailUrl ?? generation?.originalUrl ?? photo;
  return (
    <Box
      as="li"
      listStyleType="none"
      bg="bg.panel"
      borderRadius="card"
      overflow="hidden"
      borderWidth="1px"
      borderColor={state === 'failed' ? 'border.error' : 'border.muted'}
      display="flex"
      flexDirection="column"
    >
      <Box ref={place} position="relative" aspectRatio={1} bg="bg.muted" overflow="hidden">
        {src ? (
          <Photo src={src} isFinal={chosen !== undefined} />
        ) : (
          <Text
            position="absolute"
            inset="0"
            display="grid"
            placeItems="center"
            fontSize="2xl"
            color="fg.muted"
          >
            {dish.number}
          </Text>
        )}
        {(state === 'running' || isMadeAgain) && <Sweep />}
        {chosen && (
          <chakra.button
            type="button"
            aria-label={words.viewOf(name)}
            onClick={() => onAsk(dish, 'view')}
            position="absolute"
            inset="0"
            cursor="zoom-in"
            focusVisibleRing="inside"
          />
        )}
      </Box>
      <Box px="4" pt="3" flex="1">
        <Text fontWeight="600" lineClamp={1} dir="auto">
          {name}
        </Text>
        <Text fontSize="xs" color={state === 'failed' ? 'fg.error' : 'fg.muted'}>
          {message ?? (isMadeAgain ? words.madeAgain : stateOf(dish))}
          {hasOwnLook && ` · ${words.ownLook}`}
          {/* A correction belongs to the photo, and applies to every later upload of the same file. */}
          {chosen?.fidelity?.maskCorrected && ` · ${words.marked}`}
        </Text>
        {isGone && (
          <Text fontSize="xs" color="fg.muted" mt="1">
            {words.photoGone}
          </Text>
        )}
      </Box>
      <HStack gap="0" px="1" pb="1" flexWrap="wrap">
        {chosen && (
          <IconButton
            variant="ghost"
            aria-label={words.downloadOf(name)}
            onClick={() => onAsk(dish, 'download')}
          >
            <Download size={19} />
          </IconButton>
        )}
        <IconButton variant="ghost" aria-label={words.renameOf(name)} onClick={() => onAsk(dish, 'rename')}>
          <Pencil size={18} />
        </IconButton>
        {state === 'waiting' && (
          <IconButton variant="ghost" aria-label={words.lookOf(name)} onClick={() => onAsk(dish, 'look')}>
            <Palette size={18} />
          </IconButton>
        )}
        {(state === 'done' || state === 'cancelled') && !isMadeAgain && (
          <IconButton variant="ghost" aria-label={words.remakeOf(name)} onClick={() => onAsk(dish, 'remake')}>
            <RotateCcw size={18} />
          </IconButton>
        )}
        {state === 'failed' && !isGone && (
          <Button
            size="sm"
            variant="ghost"
            px="2"
            aria-label={words.remakeOf(name)}
            onClick={() => onAsk(dish, 'remake')}
          >
            <RotateCcw size={16} aria-hidden />
            {words.tryAgain}
          </Button>
        )}
        {state === 'failed' && photo !== null && (
          <KeptOfSource source={dish.source} name={name} src={photo} />
        )}
      </HStack>
    </Box>
  );
});

function stateOf({ state, generation }: Dish): string {
  // A dish that is made again shows the pictures of its last attempt until its turn comes.
  const isOfAttempt = generation?.state === 'queued' || generation?.state === 'processing';
  if (state !== 'running' || !isOfAttempt) return words.dishStates[state];
  return shared.steps.find(({ id }) => id === generation.step)?.label ?? words.dishStates[state];
}

function Photo({ src, isFinal }: { src: string; isFinal: boolean }) {
  const { isBroken, img } = useLoading(src);
  if (isBroken) return null;
  return (
    <chakra.img
      {...img}
      alt=""
      w="full"
      h="full"
      objectFit="cover"
      opacity={isFinal ? 1 : 0.55}
      transition="opacity 200ms"
    />
  );
}
