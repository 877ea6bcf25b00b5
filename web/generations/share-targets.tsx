import { Box, Button, Grid, HStack, Link, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Send } from 'lucide-react';
import { postBody } from '#shared/domain/post-body.ts';
import { useEntitlements } from '#web/lib/account.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { notify } from '#web/lib/notify.ts';
import { largeText, short } from '#web/ui/screens.ts';
import { postQuery } from './post-query.ts';
import type { Result } from './results.ts';
import {
  copyLater,
  copyText,
  createSharePage,
  NotCopied,
  revokeSharePage,
  shareText,
  shareUrl,
} from './share.ts';
import { canShareFiles, shareFileQuery, useShareFiles } from './share-files.ts';
import { useSaveVariation } from './use-save-variation.ts';
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

/**
 * Shares a result: to four networks by a link to its public page, which can be revoked, and on phones to any app as a
 * file.
 */
export function ShareTargets({ result }: { result: Result }) {
  const client = useQueryClient();
  const save = useSaveVariation();
  const link = result.shareId === null ? undefined : shareUrl(result.shareId);
  const share = useMutation({
    mutationFn: async (target: keyof typeof targets) => {
      // The browser allows a new tab only during the click; the tab gets its address after the link was created.
      const tab = window.open('about:blank', '_blank');
      try {
        const url = await createSharePage(client, result);
        // The tab was blocked; the link is shown below.
        if (tab === null) return notify.info(words.linkBelow);
        tab.opener = null;
        tab.location.href = targets[target](url, shareText(result));
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onError: () => notify.error(words.shareFailed),
  });
  const copyLink = useMutation({
    mutationFn: () => (link === undefined ? copyLater(createSharePage(client, result)) : copyText(link)),
    onSuccess: () => notify.info(words.copied),
    onError: (error) => {
      if (error instanceof NotCopied) notify.info(words.linkBelow);
      else notify.error(words.shareFailed);
    },
  });
  const stop = useMutation({
    mutationFn: () => revokeSharePage(client, result),
    onSuccess: () => notify.success(words.stoppedSharing),
    onError: () => notify.error(words.stopFailed),
  });
  const { hasWatermark } = useEntitlements();
  const file = useQuery({ ...shareFileQuery(result, hasWatermark), enabled: canShareFiles() });
  const { data: post } = useQuery({ ...postQuery(result), enabled: canShareFiles() });
  const sending = useShareFiles();
  const busy = share.isPending || copyLink.isPending || stop.isPending;

  /** Shares the picture as a file, with its post if there is one. */
  function send(): void {
    const text = (post?.text && postBody(post.text)) || shareText(result);
    sending.mutate({ results: [result], title: result.generation.menuItemName, text });
  }

  function toInstagram(): void {
    window.open(instagram, '_blank', 'noopener');
    save.mutate(result);
  }

  return (
    <Stack gap="3">
      <Grid
        templateColumns="repeat(2, minmax(0, 1fr))"
        gap="2"
        // In one row, so that the dialog leaves room for a toast.
        css={{ [short]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', '& button': { px: '2' } } }}
      >
        {canShareFiles() && (
          <Button
            gridColumn="1 / -1"
            variant="subtle"
            loading={sending.isPending || file.isFetching}
            loadingText={words.send}
            onClick={send}
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
      <Box ref={keepFocus}>
        {link === undefined ? (
          <HStack justify="space-between" gap="3" css={{ [largeText]: { flexWrap: 'wrap' } }}>
            <Text fontSize="xs" color="fg.muted">
              {words.shareHint}
            </Text>
            <Button variant="ghost" flexShrink="0" me="-3" disabled={busy} onClick={() => copyLink.mutate()}>
              <Copy size={16} aria-hidden />
              {words.copyLink}
            </Button>
          </HStack>
        ) : (
          <Box bg="bg.muted" borderRadius="card" px="4" pt="3" pb="1">
            <Text fontSize="xs" color="fg.muted" role="status">
              {words.isPublic}
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
                {words.stopSharing}
              </Button>
            </HStack>
          </Box>
        )}
      </Box>
    </Stack>
  );
}
