import { Box, Dialog, Heading, HStack, Kbd, Stack, Switch, Text } from '@chakra-ui/react';
import { SmallDialog } from '#web/ui/small-dialog.tsx';
import { setShortcuts, useShortcutSetting } from './shortcut-setting.ts';
import { listedShortcuts } from './shortcuts.ts';
import { words } from './words.ts';

/**
 * Lists the shortcuts, and turns them off: keys without Ctrl can be pressed by mistake or by speech input (WCAG 2.1.4).
 */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const areOn = useShortcutSetting();
  return (
    <SmallDialog title={words.shortcuts} description={words.shortcutsText} onClose={onClose}>
      <Dialog.Body pb="6">
        <Stack gap="5">
          {Object.values(words.shortcutGroups).map((group) => (
            <Box as="section" key={group} aria-label={group}>
              <Heading as="h3" fontSize="sm" mb="1">
                {group}
              </Heading>
              <Stack as="ul" gap="0" listStyleType="none">
                {listedShortcuts
                  .filter((shortcut) => shortcut.group === group)
                  .map(({ action, keys, label }) => (
                    <HStack as="li" key={action} justify="space-between" minH="8" opacity={areOn ? 1 : 0.6}>
                      <Text>{label}</Text>
                      <HStack gap="1">
                        {keys.map((key, index) => (
                          // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice.
                          <Kbd key={index} colorPalette="gray" minW="7" justifyContent="center">
                            {words.keyNames[key] ?? key.toUpperCase()}
                          </Kbd>
                        ))}
                      </HStack>
                    </HStack>
                  ))}
              </Stack>
            </Box>
          ))}
          <Switch.Root
            checked={areOn}
            onCheckedChange={({ checked }) => setShortcuts(checked)}
            colorPalette="basil"
            minH="11"
          >
            <Switch.HiddenInput />
            <Switch.Control>
              <Switch.Thumb />
            </Switch.Control>
            <Switch.Label fontWeight="600">{words.shortcutsOn}</Switch.Label>
          </Switch.Root>
        </Stack>
      </Dialog.Body>
    </SmallDialog>
  );
}
