import { Box, Button, Grid, Heading, HStack, Skeleton, Text } from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Generation } from '#shared/api/generations.ts';
import { editState } from '#web/generations/edit-state.ts';
import { galleryQuery } from '#web/generations/generation-queries.ts';
import { saveVariation } from '#web/generations/save-variation.ts';
import { count } from '#web/lib/format.ts';
import { isOpen } from '#web/lib/is-open.ts';
import { notify } from '#web/lib/notify.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ImageCard } from './image-card.tsx';
import { RunningCard } from './running-card.tsx';
import { useDeleteImage } from './use-delete-image.ts';
import { ViewDialog } from './view-dialog.tsx';
import { words } from './words.ts';

const columns = {
  base: 'repeat(2, minmax(0, 1fr))',
  md: 'repeat(3, minmax(0, 1fr))',
  lg: 'repeat(4, minmax(0, 1fr))',
  '2xl': 'repeat(5, minmax(0, 1fr))',
};

/** 'Your Generated Images': everything the user has made, newest first. */
export function GalleryPage() {
  useDocumentTitle('Gallery');
  const navigate = useNavigate();
  const gallery = useInfiniteQuery(galleryQuery);
  const remove = useDeleteImage();
  const [viewedId, setViewedId] = useState<string>();
  const [asking, setAsking] = useState<string>();
  const images = gallery.data?.pages.flatMap((page) => page.items) ?? [];
  const total = gallery.data?.pages[0]?.total;
  const viewed = images.find((image) => image.id === viewedId);

  const edit = useCallback(
    (image: Generation, index: number) => {
      const variation = image.variations.find((each) => each.index === index);
      if (variation === undefined) return;
      navigate(paths.home, {
        state: editState({
          generationId: image.id,
          variation: index,
          previewUrl: variation.previewUrl,
          name: image.menuItemName,
          formatId: image.studio?.formatId ?? null,
        }),
      });
    },
    [navigate],
  );

  return (
    <Box maxW="100rem" mx="auto" px={{ base: '4', md: '6' }} py={{ base: '5', md: '8' }}>
      <HStack justify="space-between" align="baseline" mb={{ base: '4', md: '6' }} wrap="wrap">
        <Heading as="h1" fontSize="xl">
          {words.title}
        </Heading>
        {total !== undefined && total > 0 && (
          <Text color="fg.muted" fontVariantNumeric="tabular-nums" role="status">
            {count(total, 'image')}
          </Text>
        )}
      </HStack>

      {gallery.isPending ? (
        <Grid templateColumns={columns} gap={{ base: '3', md: '5' }} role="status" aria-label={words.loading}>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Box key={key} data-testid="skeleton">
              <Skeleton aspectRatio={1} />
              <Skeleton h="4" mt="3" w="70%" />
              <Skeleton h="3" mt="2" w="45%" />
            </Box>
          ))}
        </Grid>
      ) : gallery.isError && images.length === 0 ? (
        <EmptyState
          title={words.failed}
          text={words.failedText}
          action={<Button onClick={() => void gallery.refetch()}>{words.tryAgain}</Button>}
        />
      ) : images.length === 0 ? (
        <EmptyState
          title={words.empty}
          text={words.emptyText}
          picture={
            <Box w="18rem" maxW="full">
              <BeforeAfter
                before="/samples/salad-before.jpg"
                after="/samples/salad.jpg"
                label="A sample salad"
                ratio={1}
              />
            </Box>
          }
          action={
            <Button asChild size="lg">
              <Link to={paths.studio()}>{words.emptyAction}</Link>
            </Button>
          }
        />
      ) : (
        <>
          <Grid as="ul" templateColumns={columns} gap={{ base: '3', md: '5' }}>
            {images.map((image) =>
              isOpen(image) ? (
                <RunningCard key={image.id} image={image} />
              ) : (
                <ImageCard
                  key={image.id}
                  image={image}
                  onView={setViewedId}
                  onDownload={download}
                  onEdit={edit}
                  onDelete={setAsking}
                />
              ),
            )}
          </Grid>
          {gallery.hasNextPage && (
            <NextPage
              loading={gallery.isFetchingNextPage}
              failed={gallery.isFetchNextPageError}
              onNeeded={() => void gallery.fetchNextPage()}
            />
          )}
        </>
      )}

      {viewed && (
        <ViewDialog
          key={viewed.id}
          image={viewed}
          onClose={() => setViewedId(undefined)}
          onDownload={(index) => download(viewed, index)}
          onEdit={(index) => edit(viewed, index)}
          onDelete={() => setAsking(viewed.id)}
        />
      )}
      <ConfirmDialog
        open={asking !== undefined}
        title={words.deleteTitle}
        text={words.deleteText}
        confirm={words.delete}
        onClose={() => setAsking(undefined)}
        onConfirm={() => {
          if (asking === undefined) return;
          setViewedId(undefined);
          remove.mutate(asking);
        }}
      />
    </Box>
  );
}

/** Saves one variation of an image and says how that went. */
function download(image: Generation, index: number): void {
  const variation = image.variations.find((each) => each.index === index);
  if (variation === undefined) return;
  saveVariation({ generationId: image.id, variation: index, previewUrl: variation.previewUrl }).then(
    (outcome) => (outcome === 'saved' ? notify.success(words.saved) : notify.info(words.openedInTab)),
    () => notify.error(words.saveFailed),
  );
}

/** The end of the list: asks for the next page before it is reached. */
function NextPage({
  loading,
  failed,
  onNeeded,
}: {
  loading: boolean;
  failed: boolean;
  onNeeded: () => void;
}) {
  const end = useRef<HTMLDivElement>(null);
  const needed = useEffectEvent(() => {
    if (!loading && !failed) onNeeded();
  });
  useEffect(() => {
    const target = end.current;
    if (target === null || loading || failed) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) needed();
      },
      { rootMargin: '800px' },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [loading, failed]);
  return (
    <Box ref={end} py="8" display="grid" placeItems="center">
      <Button
        variant="outline"
        colorPalette="gray"
        loading={loading}
        loadingText={words.loading}
        onClick={onNeeded}
      >
        {failed ? words.tryAgain : 'Show more'}
      </Button>
    </Box>
  );
}
