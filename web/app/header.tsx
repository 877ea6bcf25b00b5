import { Box, chakra, HStack, Text, VisuallyHidden } from '@chakra-ui/react';
import { Coins } from 'lucide-react';
import { memo } from 'react';
import { useMe } from '#web/lib/account.ts';
import { numberOf } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { Logo } from '#web/ui/logo.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { besideNotch, largeText, short, shortAndNarrow } from '#web/ui/screens.ts';
import { UserMenu } from './user-menu.tsx';
import { ViewLinks } from './view-links.tsx';
import { words } from './words.ts';

/** Stays at the top of all pages for signed-in users. */
export const Header = memo(function Header({ onHelp }: { onHelp: () => void }) {
  return (
    <chakra.header
      position="fixed"
      top="0"
      insetX="0"
      zIndex="sticky"
      bg="bg"
      borderBottomWidth="1px"
      borderColor="border.muted"
      h="var(--header)"
    >
      <Box
        maxW="100rem"
        mx="auto"
        h="full"
        pt="env(safe-area-inset-top)"
        ps={{ base: besideNotch('left', '1rem'), md: besideNotch('left', '1.5rem') }}
        pe={{ base: besideNotch('right', '1rem'), md: besideNotch('right', '1.5rem') }}
        display="grid"
        alignItems="center"
        columnGap="4"
        gridTemplateColumns={{ base: '1fr auto', md: '1fr auto 1fr' }}
        gridTemplateRows={{ base: '3.25rem 3rem', md: '1fr' }}
        css={{
          [largeText]: {
            gridTemplateColumns: '1fr',
            gridTemplateRows: 'auto',
            '& > *': { gridColumn: '1', gridRow: 'auto', justifySelf: 'start' },
          },
          [short]: {
            gridTemplateColumns: 'auto 1fr auto',
            gridTemplateRows: '1fr',
            '& > nav': { gridColumn: '2', gridRow: '1', justifySelf: 'center', marginBottom: '0' },
            '& > :last-child': { gridColumn: '3' },
          },
          // The mark alone, and no icons but the lock, which no word replaces.
          [shortAndNarrow]: { '& > a span, & > nav svg:not(.lucide-lock)': { display: 'none' } },
        }}
      >
        <PageLink
          to={paths.landing}
          aria-label={words.home}
          justifySelf="start"
          borderRadius="l2"
          focusVisibleRing="outside"
        >
          <Logo />
        </PageLink>
        <ViewLinks />
        <HStack justifySelf="end" gap="2" gridColumn={{ base: '2', md: '3' }} gridRow="1">
          <CreditsPill />
          <UserMenu onHelp={onHelp} />
        </HStack>
      </Box>
    </chakra.header>
  );
});

function CreditsPill() {
  const available = useMe()?.credits.available;
  return (
    <PageLink
      to={paths.credits}
      display="inline-flex"
      alignItems="center"
      gap="2"
      minH="11"
      px="4"
      borderRadius="pill"
      bg="saffron.subtle"
      color="saffron.fg"
      fontWeight="700"
      fontSize="sm"
      fontVariantNumeric="tabular-nums"
      _hover={{ bg: 'saffron.muted' }}
      focusVisibleRing="outside"
    >
      <Coins size={17} aria-hidden />
      {available === undefined ? <VisuallyHidden>{words.credits}</VisuallyHidden> : numberOf(available)}
      {available !== undefined && (
        <>
          <Text as="span" srOnly={{ base: true, lg: false }} fontWeight="500">
            {` ${words.creditUnit(available)}`}
          </Text>
          <VisuallyHidden>{` ${words.available}`}</VisuallyHidden>
        </>
      )}
    </PageLink>
  );
}
