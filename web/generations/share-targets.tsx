import { Box, Button, Grid, HStack, Link, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, Send } from 'lucide-react';
import { notify } from '#web/lib/notify.ts';
import { saveVariation } from './save-variation.ts';
import {
  canShareFiles,
  createSharePage,
  revokeSharePage,
  type ShareableImage,
  shareFile,
  shareText,
  shareUrl,
} from './share.ts';

const words = {
  hint: 'Anyone with the link sees this picture on a page of its own.',
  failed: 'The share link could not be made. Please try again.',
  copyLink: 'Copy link',
  copied: 'The link was copied',
  send: 'Send the picture',
  sendFailed: 'The picture could not be handed over. Please download it instead.',
  public: 'This picture has a public page',
  stop: 'Stop sharing',
  stopped: 'Sharing stopped. The page is gone.',
  stopFailed: 'Sharing could not be stopped. Please try again.',
  saved: 'Image saved to photos!',
  saveFailed: 'Failed to save image',
} as const;

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

/**
 * Where a picture is shared to: four networks through a public page of its own, which can be taken down again,
 * and on phones any app with the picture itself.
 */
export function ShareTargets({ image }: { image: ShareableImage }) {
  const client = useQueryClient();
  const link = image.shareId === null ? undefined : shareUrl(image.shareId);
  const create = () => createSharePage(client, image);
  const share = useMutation({
    mutationFn: async (target: keyof typeof targets) => {
      // Opened now, while the click still allows it; sent on once the link exists.
      const tab = window.open('about:blank', '_blank');
      try {
        const url = await create();
        if (tab === null) return copy(url);
        tab.opener = null;
        tab.location.href = targets[target](url, shareText(image));
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onError: () => notify.error(words.failed),
  });
  const copyLink = useMutation({
    mutationFn: async () => copy(link ?? (await create())),
    onError: () => notify.error(words.failed),
  });
  const stop = useMutation({
    mutationFn: () => revokeSharePage(client, image),
    onSuccess: () => notify.success(words.stopped),
    onError: () => notify.error(words.stopFailed),
  });
  const send = useMutation({
    mutationFn: () => shareFile(image),
    onError: () => notify.error(words.sendFailed),
  });
  const busy = share.isPending || copyLink.isPending || stop.isPending;

  function toInstagram(): void {
    window.open(instagram, '_blank', 'noopener');
    saveVariation(image).then(
      () => notify.success(words.saved),
      () => notify.error(words.saveFailed),
    );
  }

  return (
    <Stack gap="3">
      <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap="2">
        {canShareFiles() && (
          <Button
            gridColumn="1 / -1"
            variant="subtle"
            loading={send.isPending}
            loadingText={words.send}
            onClick={() => send.mutate()}
          >
            <Send size={17} aria-hidden />
            {words.send}
          </Button>
        )}
        {(['X', 'Facebook', 'WhatsApp'] as const).map((target) => (
          <Button
            key={target}
            variant="outline"
            colorPalette="gray"
            disabled={busy}
            onClick={() => share.mutate(target)}
          >
            {target}
          </Button>
        ))}
        <Button variant="outline" colorPalette="gray" onClick={toInstagram}>
          Instagram
        </Button>
      </Grid>
      {link === undefined ? (
        <HStack justify="space-between" gap="3">
          <Text fontSize="xs" color="fg.muted">
            {words.hint}
          </Text>
          <Button variant="ghost" flexShrink="0" me="-3" disabled={busy} onClick={() => copyLink.mutate()}>
            <Copy size={16} aria-hidden />
            {words.copyLink}
          </Button>
        </HStack>
      ) : (
        <Box bg="bg.muted" borderRadius="card" px="4" pt="3" pb="1">
          <Text fontSize="xs" color="fg.muted" role="status">
            {words.public}
          </Text>
          <Link
            href={link}
            target="_blank"
            rel="noopener"
            fontWeight="500"
            lineClamp={1}
            wordBreak="break-all"
            textDecoration="underline"
          >
            {link.replace(/^https?:\/\//, '')}
          </Link>
          <HStack gap="1" ms="-3">
            <Button variant="ghost" px="3" disabled={busy} onClick={() => copyLink.mutate()}>
              <Copy size={16} aria-hidden />
              {words.copyLink}
            </Button>
            <Button variant="ghost" px="3" disabled={busy} onClick={() => stop.mutate()}>
              {words.stop}
            </Button>
          </HStack>
        </Box>
      )}
    </Stack>
  );
}

async function copy(url: string): Promise<void> {
  await navigator.clipboard.writeText(url);
  notify.info(words.copied);
}
