import { Box, chakra, Flex, HStack, Text } from '@chakra-ui/react';
import { Maximize2, Minimize2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { besideNotch, largeText, narrow, noSticky, short } from './screens.ts';

interface SplitLayoutProps {
  /** A bar above both columns. */
  readonly top: ReactNode;
  /** Name of the step, shown on a phone, where the bar has only room for its number. */
  readonly eyebrow?: string;
  /** The picture: at the left and large; on a phone on top and always visible. */
  readonly picture: ReactNode;
  /** Whether the picture is a result: then it is larger on a phone. */
  readonly isResult?: boolean;
  /** Whether a phone shows the picture as a thumbnail, which a press enlarges, to leave room for the choices. */
  readonly isCompact?: boolean;
  /** Labels of the buttons that enlarge and reduce the thumbnail. */
  readonly larger?: string;
  readonly smaller?: string;
  /** Above the choices; on a phone beside the thumbnail. */
  readonly header?: ReactNode;
  /** The choices so far, shown under the picture. */
  readonly summary?: ReactNode;
  /** The primary button and the buttons beside it, always in the same place. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** Id of the part of the page that changes with the step of a wizard. */
export const choicesId = 'choices';

/** The frame of every screen that makes a picture: picture left, choices right, one row of actions below. */
export function SplitLayout(props: SplitLayoutProps) {
  const { top, eyebrow, picture, isResult = false, isCompact = false, header, summary, actions } = props;
  const [isLarge, setLarge] = useState(false);
  const isThumbnail = isCompact && !isLarge;
  const phoneStage = isThumbnail
    ? '4.5rem'
    : isResult
      ? 'clamp(9rem, 34dvh, 24rem)'
      : 'clamp(9rem, 20dvh, 16rem)';
  return (
    <Box
      maxW="96rem"
      mx="auto"
      px={{ base: '4', md: '6' }}
      pb={{ base: '24', md: '0' }}
      css={{
        '--stage': phoneStage,
        '--bar': '3rem',
        '@media (min-width: 48rem)': {
          '--bar': '4.75rem',
          // The column of an upright tablet is narrow: a stage as high as the screen would be half empty.
          '--stage': 'min(calc(100dvh - var(--header) - 4.75rem - 5rem), 78dvw)',
        },
        [short]: {
          '--bar': '3rem',
          '--stage': 'calc(100dvh - var(--header) - var(--bar) - 1rem)',
          paddingBottom: '0',
        },
        [largeText]: { '--bar': 'auto' },
        [noSticky]: { paddingBottom: '0' },
      }}
    >
      <HStack
        h="var(--bar)"
        gap={{ base: '0', md: '2' }}
        position={{ md: 'sticky' }}
        top="var(--header)"
        bg="bg"
        zIndex="2"
        css={{
          [short]: { position: 'static' },
          // Moves the steps above the buttons.
          [largeText]: { flexWrap: 'wrap', '& > nav': { flex: '1 0 100%', order: '-1' } },
        }}
      >
        {top}
      </HStack>
      <Box
        css={{
          '@media (min-width: 48rem)': {
            display: 'grid',
            gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
            gridTemplateRows: 'auto 1fr',
            columnGap: '2rem',
          },
          '@media (min-width: 62rem)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(22rem, 31rem)' },
          [short]: {
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
            gridTemplateRows: 'auto 1fr',
            columnGap: '1.25rem',
          },
        }}
      >
        <Box
          position="sticky"
          top={{ base: 'calc(var(--header) - 1px)', md: 'calc(var(--header) + var(--bar))' }}
          zIndex={{ base: '2', md: 'auto' }}
          alignSelf="start"
          gridRow="1 / span 2"
          bg="bg"
          minW="0"
          pb={{ base: '2', md: '0' }}
          css={{
            [narrow]: { marginInline: '-1rem', paddingInline: '1rem' },
            [short]: { top: 'var(--header)' },
            [noSticky]: { position: 'static' },
          }}
        >
          <Box
            position="relative"
            h="var(--stage)"
            display="grid"
            placeItems="center"
            borderRadius="24px"
            css={{
              containerType: 'size',
              '@media (min-width: 48rem) and (min-height: 30.01rem)': {
                background: 'bg.subtle',
                borderWidth: '12px',
                borderColor: 'bg.subtle',
                _highContrast: { borderColor: 'Canvas' },
              },
              ...(isThumbnail && { [narrow]: { width: 'var(--stage)' } }),
            }}
          >
            {picture}
            {isCompact && (
              <SizeButton
                isThumbnail={isThumbnail}
                label={(isThumbnail ? props.larger : props.smaller) ?? ''}
                onClick={() => setLarge(isThumbnail)}
              />
            )}
          </Box>
          <Box
            minH={{ base: '0', md: '5rem' }}
            css={{ ...(isThumbnail && { [narrow]: { display: 'none' } }), [short]: { display: 'none' } }}
          >
            {summary}
          </Box>
        </Box>
        {header && (
          <Box
            gridColumn="2"
            bg="bg"
            css={
              isThumbnail
                ? {
                    // Beside the thumbnail, with the same height.
                    [narrow]: {
                      position: 'relative',
                      zIndex: 3,
                      marginLeft: '5.5rem',
                      marginTop: 'calc(-1 * var(--stage) - 0.5rem)',
                      minHeight: 'calc(var(--stage) + 0.75rem)',
                    },
                  }
                : {}
            }
          >
            {eyebrow && isThumbnail && <Eyebrow>{eyebrow}</Eyebrow>}
            {header}
          </Box>
        )}
        <Flex
          id={choicesId}
          direction="column"
          minW="0"
          gridColumn="2"
          gridRow={header ? '2' : '1 / span 2'}
          minH={{ md: 'calc(100dvh - var(--header) - var(--bar))' }}
          css={{
            '& :is(input, textarea, select)': {
              scrollMarginTop: { base: 'calc(var(--header) + var(--stage) + 5rem)', md: '10rem' },
              [noSticky]: { scrollMarginTop: '1rem' },
            },
            ...(header && { '@media (min-width: 48rem)': { minHeight: '0' } }),
          }}
        >
          <Box flex="1" pb="6">
            {eyebrow && !(header && isThumbnail) && <Eyebrow>{eyebrow}</Eyebrow>}
            {props.children}
          </Box>
          <Box
            position={{ base: 'fixed', md: 'sticky' }}
            bottom="0"
            insetX={{ base: '0', md: 'auto' }}
            zIndex="3"
            bg="bg"
            borderTopWidth="1px"
            borderColor="border.muted"
            // Wider than the column, so that it covers the focus ring of a tall field behind it.
            mx={{ md: '-1' }}
            ps={{ base: besideNotch('left', '1rem'), md: '1' }}
            pe={{ base: besideNotch('right', '1rem'), md: '1' }}
            pt="3"
            pb="max(0.75rem, env(safe-area-inset-bottom))"
            css={{
              [short]: {
                position: 'sticky',
                inset: 'auto',
                bottom: '0',
                marginInline: '-0.25rem',
                paddingInline: '0.25rem',
                paddingTop: '0.375rem',
                paddingBottom: 'max(0.375rem, env(safe-area-inset-bottom))',
              },
              [noSticky]: { position: 'static', marginInline: '0', paddingInline: '0' },
            }}
          >
            <HStack gap="3" wrap="wrap">
              {actions}
            </HStack>
          </Box>
        </Flex>
      </Box>
    </Box>
  );
}

/** The step's name, on a phone. */
function Eyebrow({ children }: { children: string }) {
  return (
    <Text
      display="none"
      fontSize="xs"
      fontWeight="600"
      color="brand.fg"
      lineHeight="1.4"
      css={{ [narrow]: { display: 'block' } }}
    >
      {children}
    </Text>
  );
}

interface SizeButtonProps {
  readonly isThumbnail: boolean;
  readonly label: string;
  readonly onClick: () => void;
}

/** Covers a phone's thumbnail; on the enlarged picture it is in the corner. */
function SizeButton({ isThumbnail, label, onClick }: SizeButtonProps) {
  const Icon = isThumbnail ? Maximize2 : Minimize2;
  return (
    <chakra.button
      type="button"
      aria-label={label}
      onClick={onClick}
      display="none"
      position="absolute"
      top="0"
      right="0"
      boxSize={isThumbnail ? 'full' : '11'}
      zIndex="1"
      cursor="pointer"
      borderRadius="card"
      focusVisibleRing="outside"
      alignItems="end"
      justifyContent="end"
      p="1"
      css={{ [narrow]: { display: 'flex' } }}
    >
      <Box borderRadius="pill" bg="rgb(31 26 23 / 0.72)" color="white" p="1.5">
        <Icon size={13} aria-hidden />
      </Box>
    </chakra.button>
  );
}

/** Sizes a picture of this ratio (width by height) so that it fits the stage in both directions. */
export function StagePicture({ ratio, children }: { ratio: number; children: ReactNode }) {
  return (
    <Box
      position="relative"
      aspectRatio={ratio}
      style={{ width: `min(100cqw, calc(100cqh * ${ratio}))` }}
      borderRadius="card"
      boxShadow="float"
    >
      {children}
    </Box>
  );
}
