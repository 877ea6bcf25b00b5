import { Box, Button, Heading, HStack } from '@chakra-ui/react';
import { BookmarkPlus, Settings2 } from 'lucide-react';
import type { SaveStyle, Style } from '#shared/api/styles.ts';
import { useOpenInHistory } from '#web/lib/use-open-in-history.ts';
import { ManageStylesDialog } from './manage-styles-dialog.tsx';
import { SaveStyleDialog } from './save-style-dialog.tsx';
import { useStyles } from './style-queries.ts';
import { words } from './words.ts';

interface HouseStylesProps {
  /** The present look, to be saved; undefined if there is nothing to save yet. */
  readonly part: Pick<SaveStyle, 'studio' | 'menu'> | undefined;
  /** Whether a style has a look for this screen. */
  readonly isUsable: (style: Style) => boolean;
  /** Whether the present look equals that of a style. */
  readonly isCurrent: (style: Style) => boolean;
  readonly onApply: (style: Style) => void;
  /** Resets to the look without a style. */
  readonly onClear: () => void;
}

/** The saved looks of the account: one tap applies one, another removes it; the present look can be saved. */
export function HouseStyles({ part, isUsable, isCurrent, onApply, onClear }: HouseStylesProps) {
  const styles = useStyles();
  const saving = useOpenInHistory('save the look', !part);
  const managing = useOpenInHistory('house styles');
  if (styles === undefined) return null;
  const usable = styles.items.filter(isUsable);
  if (usable.length === 0 && !part && !managing.isOpen) return null;
  return (
    <Box role="group" aria-label={words.houseStyles} mt="5" mb="4">
      {usable.length > 0 && (
        <Heading as="h2" fontSize="md" mb="2">
          {words.houseStyles}
        </Heading>
      )}
      <HStack wrap="wrap" gap="2">
        {usable.map((style) => {
          const isOn = isCurrent(style);
          return (
            <Button
              key={style.id}
              size="sm"
              minH="11"
              maxW="full"
              variant={isOn ? 'solid' : 'outline'}
              colorPalette={isOn ? 'brand' : 'gray'}
              aria-pressed={isOn}
              onClick={() => (isOn ? onClear() : onApply(style))}
            >
              <Box as="span" truncate>
                {style.name}
              </Box>
              {style.id === styles.defaultId && (
                <Box as="span" fontWeight="400" opacity="0.85">
                  {words.isDefaultStyle}
                </Box>
              )}
            </Button>
          );
        })}
        {part && (
          <Button size="sm" minH="11" variant="ghost" onClick={saving.open}>
            <BookmarkPlus size={17} aria-hidden />
            {words.saveLook}
          </Button>
        )}
        {styles.items.length > 0 && (
          <Button size="sm" minH="11" variant="ghost" onClick={managing.open}>
            <Settings2 size={17} aria-hidden />
            {words.manageStyles}
          </Button>
        )}
      </HStack>
      {saving.isOpen && part && <SaveStyleDialog part={part} styles={styles} onClose={saving.close} />}
      {managing.isOpen && <ManageStylesDialog styles={styles} onClose={managing.close} />}
    </Box>
  );
}
