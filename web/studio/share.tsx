import { Button, Dialog, Grid, Heading, Portal, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { brand } from '#shared/brand.ts';
import { call } from '#web/lib/api.ts';
import { saveVariation } from '#web/lib/download.ts';
import { notify } from '#web/ui/toaster.tsx';
import type { Result } from './use-jobs.ts';
import { words } from './words.ts';

const targets = {
  X: (url: string, text: string) =>
    `https://x.com/intent/post?${new URLSearchParams({ url, text }).toString()}`,
  Facebook: (url: string) =>
    `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url }).toString()}`,
  WhatsApp: (url: string, text: string) =>
    `https://wa.me/?${new URLSearchParams({ text: `${text} ${url}` }).toString()}`,
} as const;

/** Instagram takes no links: there the picture is saved and the app opened (readings 22). */
const instagram = 'https://www.instagram.com/';

/** The four places a picture is shared to, each through a public page of its own. */
export function ShareTargets({ result, titled = true }: { result: Result; titled?: boolean }) {
  const share = useMutation({
    mutationFn: async (target: keyof typeof targets | 'device') => {
      const text = `${result.generation.menuItemName}, made with ${brand.name}`;
      // Opened now, while the click still allows it; sent on once the link exists.
      const tab = target === 'device' ? null : window.open('about:blank', '_blank');
      try {
        const { path } = await call('createShare', {
          params: { generationId: result.generationId },
          body: { variation: result.variation, title: result.generation.menuItemName },
        });
        const url = new URL(path, location.origin).href;
        if (target === 'device') {
          await navigator.share({ title: result.generation.menuItemName, text, url });
        } else if (tab !== null) {
          tab.opener = null;
          tab.location.href = targets[target](url, text);
        } else {
          await navigator.clipboard.writeText(url);
          notify.info('The link was copied');
        }
      } catch (error) {
        tab?.close();
        if (error instanceof DOMException && error.name === 'AbortError') return;
        throw error;
      }
    },
    onError: () => notify.error(words.shareFailed),
  });

  function toInstagram(): void {
    window.open(instagram, '_blank', 'noopener');
    saveVariation(result).then(
      () => notify.success(words.saved),
      () => notify.error(words.saveFailed),
    );
  }

  return (
    <Stack gap="3" as="section">
      <Stack gap="0.5">
        {titled && (
          <Heading as="h2" fontSize="md">
            {words.shareTitle}
          </Heading>
        )}
        <Text fontSize="xs" color="fg.muted">
          {words.shareText}
        </Text>
      </Stack>
      <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap="2">
        {(['X', 'Facebook', 'WhatsApp'] as const).map((target) => (
          <Button
            key={target}
            variant="outline"
            colorPalette="gray"
            disabled={share.isPending}
            onClick={() => share.mutate(target)}
          >
            {target}
          </Button>
        ))}
        <Button variant="outline" colorPalette="gray" onClick={toInstagram}>
          Instagram
        </Button>
        {'share' in navigator && (
          <Button
            variant="outline"
            colorPalette="gray"
            gridColumn="1 / -1"
            disabled={share.isPending}
            onClick={() => share.mutate('device')}
          >
            <Share2 size={18} aria-hidden />
            More ways
          </Button>
        )}
      </Grid>
    </Stack>
  );
}

/** Opens after a download: the picture is saved, now it can be shown to people. */
export function ShareDialog({
  open,
  onClose,
  result,
}: {
  open: boolean;
  onClose: () => void;
  result: Result;
}) {
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
      placement="center"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p="4">
          <Dialog.Content maxW="md">
            <Dialog.Header>
              <Dialog.Title>{words.shareTitle}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <ShareTargets result={result} titled={false} />
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="ghost" onClick={onClose}>
                Not now
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
