import { Button, HStack, Separator, Stack, Text } from '@chakra-ui/react';
import { providerNames } from '#web/lib/auth-words.ts';
import { signInWithProvider } from '#web/lib/cognito.ts';
import type { SiteConfig } from '#web/lib/config.ts';
import { notify } from '#web/lib/notify.ts';
import { words } from './words.ts';

/** Google and Apple, where the deployment has them. */
export function Providers({ social }: { social: SiteConfig['social'] }) {
  if (social.length === 0) return null;
  return (
    <Stack gap="3">
      {social.map((provider) => (
        <Button
          key={provider}
          variant="outline"
          size="lg"
          onClick={() => {
            signInWithProvider(providerNames[provider]).catch(() => notify.error(words.unexpected));
          }}
        >
          {words.continueWith(providerNames[provider])}
        </Button>
      ))}
      <HStack color="fg.muted" fontSize="xs">
        <Separator flex="1" />
        <Text>{words.or}</Text>
        <Separator flex="1" />
      </HStack>
    </Stack>
  );
}
