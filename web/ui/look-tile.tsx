import { Box, chakra, Text } from '@chakra-ui/react';
import { Lock } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { PreviewImage } from './preview-image.tsx';
import { SelectedMark } from './selected-mark.tsx';

export interface LookTileProps {
  readonly name: string;
  readonly blurb?: string;
  readonly src?: string;
  readonly fallback?: string;
  /** Drawn instead of a picture. */
  readonly art?: ReactNode;
  readonly selected: boolean;
  readonly locked?: boolean;
  readonly onSelect: () => void;
  readonly onUpgrade?: () => void;
  readonly ref?: Ref<HTMLDivElement>;
  /** Width divided by height of the picture. */
  readonly ratio?: number;
}

/** A look as a picture with its name: what people choose by. A locked one says so and offers the way out. */
export function LookTile(props: LookTileProps) {
  const {
    name,
    blurb,
    src,
    fallback,
    art,
    selected,
    locked = false,
    onSelect,
    onUpgrade,
    ref,
    ratio = 1,
  } = props;
  return (
    <Box ref={ref} position="relative" borderRadius="card" className="group" scrollMargin="3">
      <chakra.button
        type="button"
        aria-pressed={selected}
        aria-label={[name, locked ? 'locked' : blurb].filter(Boolean).join(', ')}
        onClick={onSelect}
        display="block"
        position="relative"
        w="full"
        textAlign="start"
        cursor="pointer"
        borderRadius="card"
        overflow="hidden"
        bg="bg.muted"
        aspectRatio={ratio}
        focusVisibleRing="outside"
      >
        {art ??
          (src !== undefined && (
            <PreviewImage
              src={src}
              fallback={fallback ?? src}
              alt=""
              position="absolute"
              inset="0"
              w="full"
              h="full"
              transition="transform 250ms, filter 250ms"
              filter={locked ? 'saturate(0.55) brightness(0.72)' : undefined}
              _groupHover={locked ? {} : { transform: 'scale(1.04)' }}
            />
          ))}
        <Box
          position="absolute"
          insetInline="0"
          bottom="0"
          px="3"
          pt="8"
          pb="2.5"
          bgImage="linear-gradient(transparent, rgb(20 14 10 / 0.82))"
          color="white"
        >
          <Text fontSize="xs" fontWeight="600" lineHeight="1.25" lineClamp={2}>
            {name}
          </Text>
        </Box>
      </chakra.button>
      {selected && <SelectedMark />}
      {locked && <LockOverlay {...(onUpgrade && { onUpgrade })} label={name} />}
    </Box>
  );
}

/** The lock of a look outside the plan: icon and words, and Upgrade on hover, focus and touch. */
function LockOverlay({ onUpgrade, label }: { onUpgrade?: () => void; label: string }) {
  return (
    <Box
      position="absolute"
      inset="0"
      pointerEvents="none"
      display="flex"
      flexDirection="column"
      alignItems="center"
      gap="1.5"
      pt="3"
      color="white"
      textShadow="0 1px 6px rgb(0 0 0 / 0.7)"
    >
      <Box display="flex" alignItems="center" gap="1.5">
        <Lock size={14} aria-hidden />
        <Text fontSize="xs" fontWeight="600" lineHeight="1">
          Premium Feature
        </Text>
      </Box>
      {onUpgrade && (
        <chakra.button
          type="button"
          onClick={onUpgrade}
          aria-label={`Upgrade to unlock ${label}`}
          pointerEvents="auto"
          cursor="pointer"
          minH="11"
          px="2"
          display="grid"
          placeItems="center"
          opacity={{ base: 1, md: 0 }}
          _groupHover={{ opacity: 1 }}
          _groupFocusWithin={{ opacity: 1 }}
          _focusVisible={{ opacity: 1 }}
          transition="opacity 150ms"
        >
          <Text
            as="span"
            px="3"
            py="1"
            borderRadius="pill"
            bg="rgb(255 251 245 / 0.94)"
            color="#1F1A17"
            fontSize="xs"
            fontWeight="700"
            textShadow="none"
          >
            Upgrade
          </Text>
        </chakra.button>
      )}
    </Box>
  );
}
