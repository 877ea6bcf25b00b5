import { Badge, Box, Button, HStack } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { besideNotch, largeText, noSticky } from '#web/ui/screens.ts';
import { words } from './words.ts';

interface MenuFrameProps {
  readonly children: ReactNode;
  /** Target of the link at the top; the Menu Pack by default. */
  readonly back?: { readonly to: string; readonly label: string };
}

/** The frame of the screens of whole menus. */
export function MenuFrame({ children, back }: MenuFrameProps) {
  return (
    <Box
      maxW="96rem"
      mx="auto"
      px={{ base: '4', md: '6' }}
      pb={{ base: '28', lg: '10' }}
      css={{ [noSticky]: { paddingBottom: '6' } }}
    >
      <HStack
        h={{ base: '12', md: '16' }}
        justify="space-between"
        css={{ [largeText]: { height: 'auto', flexWrap: 'wrap' } }}
      >
        <Button asChild variant="ghost" ms="-3">
          <Link to={back?.to ?? paths.studio('menu-enhancer')}>
            <ArrowLeft size={18} aria-hidden />
            {back?.label ?? words.back}
          </Link>
        </Button>
        <Badge colorPalette="saffron" variant="solid" size="lg" borderRadius="pill" px="3" fontWeight="700">
          {words.pro}
        </Badge>
      </HStack>
      {children}
    </Box>
  );
}

/** The primary button: at the bottom of a phone's screen, and of the column on others. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <HStack
      gap="3"
      position={{ base: 'fixed', lg: 'sticky' }}
      bottom="0"
      insetX={{ base: '0', lg: 'auto' }}
      zIndex="3"
      bg="bg"
      borderTopWidth="1px"
      borderColor="border.muted"
      ps={{ base: besideNotch('left', '1rem'), lg: '0' }}
      pe={{ base: besideNotch('right', '1rem'), lg: '0' }}
      pt="3"
      pb="max(0.75rem, env(safe-area-inset-bottom))"
      css={{ [noSticky]: { position: 'static', paddingInline: '0' } }}
    >
      {children}
    </HStack>
  );
}
