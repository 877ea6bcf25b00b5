import { Box, chakra, Text } from '@chakra-ui/react';
import { Lock } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { ChoiceCard } from './choice-group.tsx';
import css from './look-card.module.css';
import { PreviewImage } from './preview-image.tsx';
import { SelectedMark } from './selected-mark.tsx';
import { words } from './words.ts';

interface LookProps {
  readonly name: string;
  readonly blurb?: string;
  readonly src: string;
  /** Shown when `src` is missing. */
  readonly fallback?: string;
  readonly selected: boolean;
}

interface LookCardProps extends LookProps {
  readonly value: string;
  /** Set if the look is outside the plan: opens the plans. */
  readonly onUpgrade?: (() => void) | undefined;
}

/**
 * A look as one option of a choice group: its picture and its name. Memoized: lists have dozens, and a choice changes
 * only two.
 */
export const LookCard = memo(function LookCard({ value, onUpgrade, ...look }: LookCardProps) {
  const locked = onUpgrade !== undefined;
  // Upgrade is a tab stop only while its own card has the focus, because a list of looks would have dozens of them.
  const [hasFocus, setHasFocus] = useState(false);
  return (
    <Box
      className={`group ${css.card}`}
      data-look={value}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <ChoiceCard
        value={value}
        label={words.look(look.name, locked ? words.locked : look.blurb)}
        display="block"
        borderRadius="card"
      >
        <LookPicture {...look} locked={locked} />
      </ChoiceCard>
      {look.selected && <SelectedMark />}
      {locked && (
        <LockOverlay>
          <chakra.button
            type="button"
            tabIndex={hasFocus ? 0 : -1}
            onClick={onUpgrade}
            aria-label={words.upgradeFor(look.name)}
            pointerEvents="auto"
            cursor="pointer"
            // Only the edge of the card: its middle selects the look itself.
            minH={{ base: '6', md: '8' }}
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
              {words.upgrade}
            </Text>
          </chakra.button>
        </LockOverlay>
      )}
    </Box>
  );
});

interface LookToggleProps extends LookProps {
  readonly onToggle: () => void;
  readonly disabled?: boolean;
  /** A line below the picture. */
  readonly caption?: string;
}

/** A look as a toggle: a second press removes the choice. */
export function LookToggle({ onToggle, disabled = false, caption, ...look }: LookToggleProps) {
  return (
    <div className={css.card}>
      <chakra.button
        type="button"
        aria-pressed={look.selected}
        disabled={disabled}
        aria-label={words.look(look.name, look.blurb)}
        onClick={onToggle}
        display="block"
        w="full"
        textAlign="start"
        cursor="pointer"
        borderRadius="card"
        focusVisibleRing="outside"
        _disabled={{ opacity: 0.45, cursor: 'not-allowed' }}
      >
        <LookPicture {...look} />
      </chakra.button>
      {caption && (
        <Text mt="1" px="1" fontSize="xs" color="fg.muted" aria-hidden>
          {caption}
        </Text>
      )}
      {look.selected && <SelectedMark />}
    </div>
  );
}

function LookPicture({ name, src, fallback = src, locked = false }: LookProps & { locked?: boolean }) {
  return (
    <span className={css.picture} data-part="picture" data-locked={locked || undefined}>
      <PreviewImage src={src} fallback={fallback} />
      <span className={css.name}>
        <span>{name}</span>
      </span>
    </span>
  );
}

/** Marks a look outside the plan with a lock, and shows Upgrade on hover, focus and touch. */
function LockOverlay({ children }: { children: ReactNode }) {
  return (
    <Box
      position="absolute"
      inset="0"
      pointerEvents="none"
      display="flex"
      flexDirection="column"
      alignItems="center"
      gap={{ base: '0.5', lg: '1.5' }}
      pt={{ base: '1', lg: '3' }}
      color="white"
      textShadow="0 1px 6px rgb(0 0 0 / 0.7)"
    >
      <Box display="flex" alignItems="center" gap={{ base: '1', lg: '1.5' }}>
        <Lock size={13} aria-hidden />
        <Text fontSize={{ base: '0.6875rem', lg: 'xs' }} fontWeight="600" lineHeight="1" whiteSpace="nowrap">
          {words.premium}
        </Text>
      </Box>
      {children}
    </Box>
  );
}
