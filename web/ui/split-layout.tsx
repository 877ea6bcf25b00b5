import { Box, Flex, Grid, HStack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface SplitLayoutProps {
  /** A bar above both columns. */
  readonly top: ReactNode;
  /** The picture: at the left and large; on a phone on top and always visible. */
  readonly picture: ReactNode;
  /** Whether the picture is a result: a phone gives it more room. */
  readonly isResult?: boolean;
  /** Under the picture: the choices so far. */
  readonly summary?: ReactNode;
  /** The primary button and its companions, always in the same place. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** Id of the part of the page that changes with the step of a wizard. */
export const choicesId = 'choices';

/** The frame of every screen that makes a picture: picture left, choices right, one row of actions below. */
export function SplitLayout(props: SplitLayoutProps) {
  const { top, picture, isResult = false, summary, actions, children } = props;
  const phoneStage = isResult ? 'clamp(9rem, 34dvh, 24rem)' : 'clamp(9rem, 20dvh, 16rem)';
  return (
    <Box maxW="96rem" mx="auto" px={{ base: '4', md: '6' }} pb={{ base: '24', md: '0' }}>
      <HStack
        h={{ base: '3rem', md: '4.75rem' }}
        gap={{ base: '0', md: '2' }}
        position={{ md: 'sticky' }}
        top="var(--header)"
        bg="bg"
        zIndex="2"
      >
        {top}
      </HStack>
      <Grid
        templateColumns={{
          base: 'minmax(0, 1fr)',
          md: 'repeat(2, minmax(0, 1fr))',
          lg: 'minmax(0, 1fr) minmax(22rem, 31rem)',
        }}
        gap={{ base: '1', md: '8' }}
        css={{
          '--stage': {
            base: phoneStage,
            // The column of an upright tablet is narrow: a stage as high as the screen would be half empty.
            md: 'min(calc(100dvh - var(--header) - 4.75rem - 5rem), 78dvw)',
          },
        }}
      >
        <Box
          position="sticky"
          top={{ base: 'calc(var(--header) - 1px)', md: 'calc(var(--header) + 4.75rem)' }}
          zIndex={{ base: '2', md: 'auto' }}
          alignSelf="start"
          bg="bg"
          mx={{ base: '-4', md: '0' }}
          px={{ base: '4', md: '0' }}
          pb={{ base: '2', md: '0' }}
          minW="0"
        >
          <Box
            h="var(--stage)"
            css={{ containerType: 'size' }}
            display="grid"
            placeItems="center"
            bg={{ base: 'transparent', md: 'bg.subtle' }}
            borderRadius="24px"
            borderWidth={{ base: '0', md: '12px' }}
            borderColor="bg.subtle"
          >
            {picture}
          </Box>
          <Box minH={{ base: '0', md: '5rem' }}>{summary}</Box>
        </Box>
        <Flex
          id={choicesId}
          direction="column"
          minW="0"
          minH={{ md: 'calc(100dvh - var(--header) - 4.75rem)' }}
          css={{
            '& :is(input, textarea, select)': {
              scrollMarginTop: { base: 'calc(var(--header) + var(--stage) + 5rem)', md: '10rem' },
            },
          }}
        >
          <Box flex="1" pb="6">
            {children}
          </Box>
          <Box
            position={{ base: 'fixed', md: 'sticky' }}
            bottom="0"
            insetX={{ base: '0', md: 'auto' }}
            zIndex="3"
            bg="bg"
            borderTopWidth="1px"
            borderColor="border.muted"
            px={{ base: '4', md: '0' }}
            pt="3"
            pb="max(0.75rem, env(safe-area-inset-bottom))"
          >
            <HStack gap="3">{actions}</HStack>
          </Box>
        </Flex>
      </Grid>
    </Box>
  );
}

/** Sizes a picture of this ratio (width by height) so that it fits the stage both ways. */
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
