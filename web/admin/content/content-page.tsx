import { Badge, Box, Button, Grid, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, ImageOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Content } from '#shared/api/content.ts';
import { call } from '#web/lib/api.ts';
import { messageOf, repeatsTransient } from '#web/lib/api-error.ts';
import { timeOf, truncate } from '#web/lib/format.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { notify } from '#web/lib/notify.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { AdminPage } from '../admin-page.tsx';
import { useExport } from '../use-export.ts';
import { words as frame } from '../words.ts';
import { words } from './words.ts';

const contentQuery = queryOptions({
  queryKey: ['admin', 'content'],
  queryFn: ({ signal }) => call('listContent', {}, signal),
});

/** Deletes an image and removes it from the list when the server has deleted it. */
function useDeleteContent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, id }: Content) => call('deleteContent', { params: { userId, generationId: id } }),
    retry: repeatsTransient,
    onSuccess: (_result, { id }) => {
      client.setQueryData(
        contentQuery.queryKey,
        (list) => list && { items: list.items.filter((item) => item.id !== id) },
      );
      notify.success(words.deleted);
    },
    onError: (error) => notify.error(words.deleteFailed, { description: messageOf(error) }),
  });
}

/** `/admin/content`: the customers' images. */
export function ContentPage() {
  const content = useQuery(contentQuery);
  const exporting = useExport('content');
  const deleting = useDeleteContent();
  const [removed, setRemoved] = useState<Content>();
  const items = content.data?.items;
  return (
    <AdminPage
      title={words.title}
      text={words.text}
      actions={
        <Button variant="outline" loading={exporting.isPending} onClick={() => exporting.mutate()}>
          <Download size={17} aria-hidden />
          {frame.exportCsv}
        </Button>
      }
    >
      {content.isError && !items ? (
        <LoadFailed query={content} title={words.fetchFailed} />
      ) : items?.length === 0 ? (
        <EmptyState title={words.empty} text={words.emptyText} />
      ) : (
        <Grid
          as="ul"
          ref={keepFocus}
          listStyleType="none"
          aria-busy={items === undefined}
          templateColumns="repeat(auto-fill, minmax(min(13.5rem, 100%), 1fr))"
          gap="4"
        >
          {items?.map((item) => (
            <ContentCard
              key={item.id}
              content={item}
              isDeleting={deleting.isPending && deleting.variables.id === item.id}
              onDelete={() => setRemoved(item)}
            />
          )) ??
            Array.from({ length: 8 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key.
              <Skeleton key={index} as="li" h="22rem" />
            ))}
        </Grid>
      )}
      <ConfirmDialog
        open={removed !== undefined}
        title={words.removeTitle}
        text={words.removeText}
        confirm={words.remove}
        onConfirm={() => {
          if (removed) deleting.mutate(removed);
        }}
        onClose={() => setRemoved(undefined)}
      />
    </AdminPage>
  );
}

interface ContentCardProps {
  readonly content: Content;
  readonly isDeleting: boolean;
  readonly onDelete: () => void;
}

function ContentCard({ content, isDeleting, onDelete }: ContentCardProps) {
  const { menuItemName, templateName, email, createdAt, fallback, prompt } = content;
  return (
    <Stack
      as="li"
      gap="0"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.muted"
      borderRadius="card"
      overflow="hidden"
      opacity={isDeleting ? 0.5 : 1}
      transition="opacity 150ms"
    >
      <Picture content={content} />
      <HStack justify="space-between" gap="1" ps="4" pe="1" pt="1.5">
        <Stack gap="0.5" minW="0">
          <Text fontWeight="600" truncate title={menuItemName}>
            {menuItemName}
          </Text>
          <Text fontSize="xs" color="fg.muted" truncate>
            {templateName}
          </Text>
        </Stack>
        <Button
          variant="ghost"
          size="sm"
          px="0"
          title={words.remove}
          aria-label={words.removeImage(menuItemName)}
          disabled={isDeleting}
          onClick={onDelete}
        >
          <Trash2 size={17} aria-hidden />
        </Button>
      </HStack>
      <Stack gap="0.5" px="4" pb="3.5" pt="0.5" flex="1" fontSize="xs" color="fg.muted">
        <Text truncate title={email ?? undefined}>
          {email ?? frame.unknown}
        </Text>
        <Text>{timeOf(createdAt)}</Text>
        {prompt && (
          <Text lineClamp={2} title={prompt}>
            “{truncate(prompt, 80)}”
          </Text>
        )}
        {fallback && (
          <Badge size="sm" colorPalette="gray" alignSelf="start" borderRadius="pill">
            {words.fallback}
          </Badge>
        )}
      </Stack>
    </Stack>
  );
}

/** The picture, or a placeholder if its file is broken or missing. */
function Picture({ content: { thumbnailUrl, previewUrl, menuItemName } }: { content: Content }) {
  const [broken, setBroken] = useState(false);
  if (broken)
    return (
      <Stack aspectRatio="1" bg="bg.muted" color="fg.muted" align="center" justify="center" gap="2">
        <ImageOff size={28} aria-hidden />
        <Text fontSize="xs">{words.broken}</Text>
      </Stack>
    );
  return (
    <Box asChild display="block" focusVisibleRing="inside">
      <a href={previewUrl} target="_blank" rel="noreferrer" title={words.open}>
        <Box asChild aspectRatio="1" w="full" objectFit="cover" bg="bg.muted" display="block">
          <img
            src={thumbnailUrl}
            alt={menuItemName}
            loading="lazy"
            decoding="async"
            onError={() => setBroken(true)}
          />
        </Box>
      </a>
    </Box>
  );
}
