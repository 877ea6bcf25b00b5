import { Box, Button, Heading, HStack, Text } from '@chakra-ui/react';
import { SquareCheck } from 'lucide-react';
import { useCallback, useState } from 'react';
import { PackDialog, picturesOf } from '#web/generations/pack-dialog.tsx';
import { coverOf, type Result } from '#web/generations/results.ts';
import { canShareFiles, useShareFiles } from '#web/generations/share-files.ts';
import { usePack } from '#web/generations/use-pack.ts';
import { useEntitlements } from '#web/lib/account.ts';
import { isOpen } from '#web/lib/is-open.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { useOpenInHistory } from '#web/lib/use-open-in-history.ts';
import { largeText } from '#web/ui/screens.ts';
import { useMark } from './collection-queries.ts';
import { CollectionsDialog } from './collections-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { GalleryFallback } from './gallery-fallback.tsx';
import { GalleryGrid } from './gallery-grid.tsx';
import { ImageCard } from './image-card.tsx';
import { NextPage } from './next-page.tsx';
import { useDeleteImages } from './pending-deletion.ts';
import { RunningCard } from './running-card.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useDeleteQuestion } from './use-delete-question.tsx';
import { useGallery } from './use-gallery.ts';
import { useGalleryFilter } from './use-gallery-filter.ts';
import { useImageActions } from './use-image-actions.ts';
import { useNeighbours } from './use-neighbours.ts';
import { useSelection } from './use-selection.ts';
import { useViewedImage } from './use-viewed-image.ts';
import { ViewDialog } from './view-dialog.tsx';
import { words } from './words.ts';

/** 'Your Generated Images': all generations of the user, newest first. */
export function GalleryPage() {
  useDocumentTitle(words.documentTitle);
  const filter = useGalleryFilter();
  const gallery = useGallery(filter.list);
  const { query, images, finished, total, isWholeList } = gallery;
  const isEmpty = total === undefined || total === 0;

  const actions = useImageActions();
  const { viewed, open, show, close } = useViewedImage(images, gallery.isRead);
  const neighbours = useNeighbours(viewed, gallery, show);

  const finishedIds = finished.map(({ id }) => id);
  const selection = useSelection(finishedIds, gallery.loadAll);
  const chosenIds = [...selection.chosen];
  const covers = finished.flatMap((image) => (selection.chosen.has(image.id) ? (coverOf(image) ?? []) : []));
  const areFavourites = covers.length > 0 && covers.every(({ generation }) => generation.favourite);
  const sharing = useShareFiles();
  const { mutate: mark } = useMark();

  /** Ids of the images whose collections are being changed. */
  const [collecting, setCollecting] = useState<readonly string[]>([]);
  const collections = useOpenInHistory('collections', collecting.length === 0);
  const openCollections = (ids: readonly string[]) => {
    setCollecting(ids);
    collections.open();
  };
  const remove = useDeleteImages();
  const deletion = useDeleteQuestion({
    listed: finishedIds,
    onDelete: (ids) => {
      if (viewed) close();
      remove(ids);
      selection.end();
    },
  });
  const { ask } = deletion;
  const askToDelete = useCallback((id: string) => ask([id]), [ask]);

  const { menuEnhancerAccess } = useEntitlements();
  const packing = usePack();
  const { isPacking, pack, outpaintCredits } = packing;
  const [packed, setPacked] = useState<readonly Result[]>();
  const files = useOpenInHistory('files', packed === undefined);
  /**
   * Files for platforms have no watermark. Plans without the Menu Pack get the pictures' own files without a question.
   */
  const packOrAsk = (results: readonly Result[]) => {
    if (!menuEnhancerAccess) return pack({ pictures: picturesOf(results), targets: [] });
    setPacked(results);
    files.open();
  };

  return (
    <Box maxW="100rem" mx="auto" px={{ base: '4', md: '6' }} py={{ base: '5', md: '8' }}>
      <HStack justify="space-between" align="baseline" mb={{ base: '4', md: '6' }} wrap="wrap">
        <Heading as="h1" fontSize="xl">
          {words.title}
        </Heading>
        {!isEmpty && (
          <HStack gap="4" css={{ [largeText]: { flexWrap: 'wrap' } }}>
            <Text color="fg.muted" fontVariantNumeric="tabular-nums" role="status">
              {filter.isFiltered ? words.found(images.length, isWholeList) : words.count(total)}
            </Text>
            {finished.length > 0 && (
              <Button
                variant="outline"
                colorPalette="gray"
                size="sm"
                minH="11"
                aria-pressed={selection.isChoosing}
                onClick={selection.isChoosing ? selection.end : selection.begin}
              >
                <SquareCheck size={17} aria-hidden />
                {words.select}
              </Button>
            )}
          </HStack>
        )}
      </HStack>

      {(filter.isFiltered || !isEmpty) && <FilterBar filter={filter} />}

      <GalleryFallback gallery={gallery} filter={filter}>
        <GalleryGrid
          images={images}
          total={filter.isFiltered ? (isWholeList ? images.length : undefined) : total}
          inSight={viewed?.id}
        >
          {(image) =>
            isOpen(image) ? (
              <RunningCard generation={image} />
            ) : (
              <ImageCard
                image={image}
                isForPost={actions.isForPost(image)}
                onView={open}
                onDownload={actions.download}
                onEdit={actions.edit}
                onDelete={askToDelete}
                onFavourite={actions.setFavourite}
                isChosen={selection.isChoosing ? selection.chosen.has(image.id) : undefined}
                onChoose={selection.toggle}
              />
            )
          }
        </GalleryGrid>
        {selection.isChoosing && (
          <SelectionBar
            chosen={selection.chosen.size}
            isPacking={isPacking}
            isChoosingAll={selection.isChoosingAll}
            onAll={selection.chooseAll}
            onPack={() => packOrAsk(covers)}
            areFavourites={areFavourites}
            onFavourite={() => mark({ ids: chosenIds, favourite: !areFavourites })}
            onCollections={() => openCollections(chosenIds)}
            isSharing={sharing.isPending}
            onShare={canShareFiles(covers.length) ? () => sharing.mutate({ results: covers }) : undefined}
            onDelete={() => ask(chosenIds)}
            onEnd={selection.end}
          />
        )}
      </GalleryFallback>
      {query.hasNextPage && !query.isPlaceholderData && (
        <NextPage
          loading={query.isFetchingNextPage}
          failed={query.isFetchNextPageError}
          isFirst={images.length === 0}
          onNearEnd={() => void query.fetchNextPage()}
        />
      )}

      {viewed && (
        <ViewDialog
          image={viewed}
          onPrevious={neighbours.previous}
          onNext={neighbours.next}
          onShow={show}
          onFavourite={actions.setFavourite}
          onCollections={() => openCollections([viewed.id])}
          onAnother={actions.another(viewed)}
          onNewSize={actions.newSize(viewed)}
          packing={packing}
          isForPost={actions.isForPost(viewed)}
          onClose={close}
          isSaving={actions.isSaving}
          onDownload={actions.download}
          onEdit={actions.edit}
          onDelete={() => askToDelete(viewed.id)}
        />
      )}
      {files.isOpen && packed && (
        <PackDialog outpaintCredits={outpaintCredits} results={packed} onPack={pack} onClose={files.close} />
      )}
      {collections.isOpen && (
        <CollectionsDialog
          // The viewed image may be one that the list has not loaded yet.
          images={(viewed && !images.includes(viewed) ? [...images, viewed] : images).filter(({ id }) =>
            collecting.includes(id),
          )}
          onClose={collections.close}
        />
      )}
      {deletion.dialog}
    </Box>
  );
}
