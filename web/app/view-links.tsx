import { chakra, HStack } from '@chakra-ui/react';
import { Images, Lock, Sparkles, UtensilsCrossed } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { paths, type StudioView, studioViews } from '#web/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { largeText } from '#web/ui/screens.ts';
import { useCurrentView, useIsMenuPackLocked, useOpenView } from './use-view.ts';
import { words } from './words.ts';

const views = {
  creative: { label: words.studio, Icon: Sparkles },
  'menu-enhancer': { label: words.menuPack, Icon: UtensilsCrossed },
  gallery: { label: words.gallery, Icon: Images },
} as const;

/** Links to the views of the studio. */
export function ViewLinks() {
  return (
    <chakra.nav
      aria-label={words.views}
      gridColumn={{ base: '1 / -1', md: '2' }}
      gridRow={{ base: '2', md: '1' }}
      mb={{ base: '1', md: '0' }}
    >
      <HStack
        gap={{ base: '0', md: '1' }}
        bg="bg.muted"
        borderRadius="pill"
        p="1"
        w={{ base: 'full', md: 'auto' }}
        css={{ [largeText]: { flexWrap: 'wrap', borderRadius: 'card' } }}
      >
        {studioViews.map((view) => (
          <ViewLink key={view} view={view} />
        ))}
      </HStack>
    </chakra.nav>
  );
}

function ViewLink({ view }: { view: StudioView }) {
  const current = useCurrentView();
  const open = useOpenView();
  const locked = useIsMenuPackLocked() && view === 'menu-enhancer';
  return <ViewPill view={view} active={view === current} locked={locked} onOpen={open} />;
}

interface ViewPillProps {
  readonly view: StudioView;
  readonly active: boolean;
  readonly locked: boolean;
  readonly onOpen: (view: StudioView, event: MouseEvent) => void;
}

const ViewPill = memo(function ViewPill({ view, active, locked, onOpen }: ViewPillProps) {
  const { label, Icon } = views[view];
  return (
    <PageLink
      to={paths.studio(view)}
      aria-current={active ? 'page' : undefined}
      aria-disabled={locked || undefined}
      onClick={(event) => onOpen(view, event)}
      flex={{ base: '1 1 auto', md: 'none' }}
      display="inline-flex"
      alignItems="center"
      justifyContent="center"
      gap={{ base: '1', sm: '1.5', md: '2' }}
      minH={{ base: '10', md: '11' }}
      px={{ base: '1', md: '5' }}
      minW="0"
      borderRadius="pill"
      fontSize="sm"
      fontWeight="600"
      whiteSpace="nowrap"
      css={{
        [largeText]: {
          whiteSpace: 'normal',
          textAlign: 'center',
          paddingInline: '0',
          // As wide as its longest word, so that none is broken.
          flexBasis: 'min-content',
          minWidth: 'min-content',
          borderRadius: 'l2',
          '& > svg': { display: 'none' },
        },
      }}
      color={active ? 'fg' : 'fg.muted'}
      bg={active ? 'bg.raised' : 'transparent'}
      boxShadow={active ? '0 1px 3px rgb(58 32 18 / 0.14)' : 'none'}
      transition="background 150ms, color 150ms"
      _hover={{ color: 'fg' }}
      focusVisibleRing="outside"
    >
      {locked ? <Lock size={16} aria-hidden /> : <Icon size={16} aria-hidden />}
      {label}
    </PageLink>
  );
});
