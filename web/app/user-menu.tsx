import { Box, Button, Menu, Portal, Text } from '@chakra-ui/react';
import {
  Coins,
  Keyboard,
  LayoutDashboard,
  LogOut,
  Moon,
  Sparkles,
  Sun,
  UserRound,
  UtensilsCrossed,
} from 'lucide-react';
import { useMe } from '#web/lib/account.ts';
import { setColorMode, useColorMode } from '#web/lib/color-mode.ts';
import { initialOf } from '#web/lib/format.ts';
import { notify } from '#web/lib/notify.ts';
import { signOut } from '#web/lib/session.ts';
import { useGoTo } from '#web/lib/use-go-to.ts';
import { words as shared } from '#web/lib/words.ts';
import { paths } from '#web/paths.ts';
import { useOpenView } from './use-view.ts';
import { words } from './words.ts';

/** The menu of the account, which also leads to pages that have no link in the header. */
export function UserMenu({ onHelp }: { onHelp: () => void }) {
  const goTo = useGoTo();
  const me = useMe();
  const mode = useColorMode();
  const openView = useOpenView();
  const initial = initialOf(me?.fullName || me?.email || '');
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount>
      <Menu.Trigger asChild>
        <Button
          variant="plain"
          aria-label={words.userMenu}
          p="0"
          minW="11"
          h="11"
          bg="bg.muted"
          color="fg"
          fontWeight="700"
          _hover={{ bg: 'bg.emphasized' }}
        >
          {initial === '' ? <UserRound size={18} aria-hidden /> : initial}
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content maxW="calc(100vw - 1rem)">
            {me && (
              <Box px="3" pt="1.5" pb="2.5">
                <Text fontWeight="600" lineClamp={1}>
                  {me.fullName || me.email}
                </Text>
                <Text fontSize="xs" color="fg.muted" lineClamp={1}>
                  {me.email}
                </Text>
              </Box>
            )}
            <Menu.Separator />
            <Menu.Item value="studio" onSelect={() => openView('creative')}>
              <Sparkles size={17} aria-hidden /> {words.studio}
            </Menu.Item>
            <Menu.Item value="menu-pack" onSelect={() => openView('menu-enhancer')}>
              <UtensilsCrossed size={17} aria-hidden /> {words.menuEnhancerPack}
            </Menu.Item>
            <Menu.Item value="credits" onSelect={() => goTo(paths.credits)}>
              <Coins size={17} aria-hidden /> {words.creditsAndBilling}
            </Menu.Item>
            <Menu.Item value="account" onSelect={() => goTo(paths.account)}>
              <UserRound size={17} aria-hidden /> {words.myAccount}
            </Menu.Item>
            {me?.role && (
              <Menu.Item value="admin" onSelect={() => goTo(paths.admin.overview)}>
                <LayoutDashboard size={17} aria-hidden /> {words.adminDashboard}
              </Menu.Item>
            )}
            <Menu.Separator />
            <Menu.Item value="mode" onSelect={() => setColorMode(mode === 'dark' ? 'light' : 'dark')}>
              {mode === 'dark' ? <Sun size={17} aria-hidden /> : <Moon size={17} aria-hidden />}
              {mode === 'dark' ? shared.lightMode : shared.darkMode}
            </Menu.Item>
            <Menu.Item value="shortcuts" onSelect={onHelp} hideBelow="md">
              <Keyboard size={17} aria-hidden /> {words.shortcuts}
            </Menu.Item>
            <Menu.Item
              value="log-out"
              onSelect={() => {
                void signOut();
                notify.success(words.loggedOut);
                goTo(paths.home);
              }}
            >
              <LogOut size={17} aria-hidden /> {words.logOut}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
