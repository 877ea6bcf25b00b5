import { Box, Button, Drawer, HStack, Portal } from '@chakra-ui/react';
import { Menu, X } from 'lucide-react';
import { useState } from 'react';
import { words as shared } from '#web/lib/words.ts';
import { Logo } from '#web/ui/logo.tsx';
import { clearOf, largeText, noSticky } from '#web/ui/screens.ts';
import { RoleBadge } from './role-badge.tsx';
import { Sidebar, type StaffProps } from './sidebar.tsx';
import { words } from './words.ts';

/** The navigation on screens too narrow for a sidebar. */
export function TopBar(props: StaffProps) {
  const [open, setOpen] = useState(false);
  return (
    <HStack
      as="header"
      display={{ base: 'flex', lg: 'none' }}
      position="sticky"
      top="0"
      zIndex="sticky"
      bg="bg"
      borderBottomWidth="1px"
      borderColor="border.muted"
      h="calc(3.75rem + env(safe-area-inset-top))"
      pt="env(safe-area-inset-top)"
      ps={{ base: clearOf('left', '0.5rem'), md: clearOf('left', '1rem') }}
      pe={{ base: clearOf('right', '0.5rem'), md: clearOf('right', '1rem') }}
      justify="space-between"
      css={{
        [largeText]: { height: 'auto', flexWrap: 'wrap', paddingBlock: '2' },
        [noSticky]: { position: 'static' },
      }}
    >
      <Drawer.Root
        open={open}
        onOpenChange={(details) => setOpen(details.open)}
        placement="start"
        lazyMount
        unmountOnExit
      >
        <Drawer.Trigger asChild>
          <Button variant="ghost" px="0" aria-label={words.openMenu}>
            <Menu size={20} aria-hidden />
          </Button>
        </Drawer.Trigger>
        <Portal>
          <Drawer.Backdrop />
          <Drawer.Positioner>
            <Drawer.Content bg="bg.subtle" maxW="18rem" aria-label={words.navigation}>
              <Drawer.CloseTrigger asChild position="absolute" top={clearOf('top', '0.75rem')} insetEnd="2">
                <Button variant="ghost" px="0" aria-label={shared.close}>
                  <X size={18} aria-hidden />
                </Button>
              </Drawer.CloseTrigger>
              <Sidebar {...props} onNavigate={() => setOpen(false)} />
            </Drawer.Content>
          </Drawer.Positioner>
        </Portal>
      </Drawer.Root>
      <Logo />
      <Box minW="11" display="flex" justifyContent="end">
        <RoleBadge role={props.role} compact />
      </Box>
    </HStack>
  );
}
