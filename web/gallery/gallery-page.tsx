import { Box, Button, Grid, Heading, HStack, Skeleton, Text } from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { SquareCheck } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Generation } from '#shared/api/generations.ts';
import { isWanted } from '#shared/domain/gallery-filter.ts';
import { type AgainState, anotherLike, newSizeOf } from '#web/generations/again-state.ts';
import { editStateOf } from '#web/generations/edit-state.ts';
import { galleryQuery } from '#web/generations/generation-queries.ts';
import { PackDialog, picturesOf } from '#web/generations/pack-dialog.tsx';
import { type Result, resultsOf } from '#web/generations/results.ts';
import { usePack } from '#web/generations/use-pack.ts';
import { useSaveVariation } from '#web/generations/use-save-variation.ts';
import { useEntitlements } from '#web/lib/account.ts';
import { isOpen } from '#web/lib/is-open.ts';
import { notify } from '#web/lib/notify.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { largeText } from '#web/ui/screens.ts';
import { useMark } from './collection-queries.ts';
import { CollectionsDialog } from './collections-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { GalleryGrid } from './gallery-grid.tsx';
import { ImageCard } from './image-card.tsx';
import { useDeleteImages, useHiddenImages } from './pending-deletion.ts';
import { RunningCard } from './running-card.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { filterOf, useGalleryFilter } from './use-gallery-filter.ts';
import { useSelection } from './use-selection.ts';
import { useShareFiles } from './use-share-files.ts';
import { useViewedImage } from './use-viewed-image.ts';
import { ViewDialog } from './view-dialog.tsx';
import { words } from './words.ts';

const columns = {
  base: 'repeat(2, minmax(0, 1fr))',
  md: 'repeat(3, minmax(0, 1fr))',
  lg: 'repeat(4, minmax(0, 1fr))',
  '2xl': 'repeat(5, minmax(0, 1fr))',
};

/** The viewer loads more images when it is this close to the last loaded one. */
const nextInAdvance = 5;

/** 'Your Generated Images': all generations of the user, newest first. */
export function GalleryPage() {
  useDocumentTitle(words.documentTitle);
  const navigate = useNavigate();
  const filter = useGalleryFilter();
  const gallery = useInfiniteQuery({
    ...galleryQuery(filter.list),
    placeholderData: (before) => before,
  });
  const remove = useDeleteImages();
  const { mutate: mark } = useMark();
  const { mutate: saveVariation, isPending: isSaving } = useSaveVariation();
  const download = useCallback(
    (result: Result, size?: 'delivered' | 'large') => saveVariation({ ...result, ...(size && { size }) }),
    [saveVariation],
  );
  /** Ids of the images that are to be deleted, if the answer is yes. */
  const [deleting, setDeleting] = useState<readonly string[]>([]);
  const hidden = useHiddenImages();
  const listed = useMemo(() => gallery.data?.pages.flatMap((page) => page.items) ?? [], [gallery.data]);
  const images = useMemo(() => {
    // Until the API replies, the loaded images are filtered here.
    const wanted = gallery.isPlaceholderData
      ? listed.filter((image) => isWanted({ ...image, name: image.menuItemName }, filterOf(filter.list)))
      : listed;
    return hidden.size === 0 ? wanted : wanted.filter(({ id }) => !hidden.has(id));
  }, [listed, gallery.isPlaceholderData, filter.list, hidden]);
  const totalOfAll = gallery.data?.pages[0]?.total;
  const total = totalOfAll === undefined ? undefined : Math.max(0, totalOfAll - hidden.size);
  const isWholeList = gallery.isSuccess && !gallery.isPlaceholderData && !gallery.hasNextPage;
  const { viewed, open, show, close } = useViewedImage(
    images,
    gallery.isSuccess && !gallery.isPlaceholderData,
  );

  const finished = images.filter((image) => !isOpen(image));
  const [isChoosingAll, setChoosingAll] = useState(false);
  const selection = useSelection(
    finished.map(({ id }) => id),
    () => void chooseAll(),
  );
  /** Selects all images of the list, and loads its other pages for that. */
  async function chooseAll(): Promise<void> {
    if (isChoosingAll) return;
    setChoosingAll(true);
    let { data, hasNextPage, isError } = gallery as Pick<typeof gallery, 'data' | 'hasNextPage' | 'isError'>;
    while (hasNextPage && !isError) ({ data, hasNextPage, isError } = await gallery.fetchNextPage());
    setChoosingAll(false);
    if (isError) notify.error(words.chooseAllFailed);
    const items = data?.pages.flatMap((page) => page.items) ?? [];
    selection.choose(items.filter((image) => !isOpen(image) && !hidden.has(image.id)).map(({ id }) => id));
  }
  /** The cover variations of the chosen images. */
  const covers = finished.flatMap((image) => {
    if (!selection.chosen.has(image.id)) return [];
    const results = resultsOf(image);
    return results.find(({ variation }) => variation === image.cover) ?? results[0] ?? [];
  });
  const share = useShareFiles(selection.isChoosing ? covers : []);
  /** Ids of the images whose collections are being changed. */
  const [collecting, setCollecting] = useState<readonly string[]>([]);
  const { isPacking, pack, outpaintCredits } = usePack();
  const [packed, setPacked] = useState<readonly Result[]>();

  const at = viewed ? finished.findIndex(({ id }) => id === viewed.id) : -1;
  const neighbour = (by: 1 | -1) => {
    const next = at < 0 ? undefined : finished[at + by];
    return next && (() => show(next.id));
  };
  const { hasNextPage, isFetching, fetchNextPage } = gallery;
  const isNearEnd = at >= 0 && at >= finished.length - nextInAdvance;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetching, fetchNextPage]);

  const { menuEnhancerAccess, allowedFormats } = useEntitlements();
  const again = (image: Generation, state: AgainState) =>
    navigate(image.menu ? paths.studio('menu-enhancer') : paths.home, { state });
  /** Menu pictures are edited in the Menu Pack while the plan allows it; otherwise Edit makes a social post of them. */
  const isForPost = ({ menu }: Generation) => menu !== null && !menuEnhancerAccess;
  const edit = useCallback(
    (result: Result) => {
      const isMenu = result.generation.menu !== null && menuEnhancerAccess;
      navigate(isMenu ? paths.studio('menu-enhancer') : paths.home, { state: editStateOf(result) });
    },
    [navigate, menuEnhancerAccess],
  );

  // The cards are memoized.
  const { toggle } = selection;
  const latestToggle = useRef(toggle);
  useEffect(() => {
    latestToggle.current = toggle;
  });
  const choose = useCallback((id: string, isRange: boolean) => latestToggle.current(id, isRange), []);
  /** The image that gets the focus when others before it are deleted. */
  const nextImage = useRef<string>(undefined);
  const askToDelete = useCallback((id: string) => {
    nextImage.current = undefined;
    setDeleting([id]);
  }, []);
  const favour = useCallback((id: string, favourite: boolean) => mark({ ids: [id], favourite }), [mark]);
  /**
   * Files for platforms have no watermark. Plans without the Menu Pack get the pictures' own files without a question.
   */
  const packOrAsk = (results: readonly Result[]) => {
    if (menuEnhancerAccess) setPacked(results);
    else pack({ pictures: picturesOf(results), targets: [] });
  };

  return (
    <Box maxW="100rem" mx="auto" px={{ base: '4', md: '6' }} py={{ base: '5', md: '8' }}>
      <HStack justify="space-between" align="baseline" mb={{ base: '4', md: '6' }} wrap="wrap">
        <Heading as="h1" fontSize="xl">
          {words.title}
        </Heading>
        {total !== undefined && total > 0 && (
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

      {(filter.isFiltered || (total !== undefined && total > 0)) && <FilterBar filter={filter} />}

      {gallery.isPending ? (
        <Places label={words.loading} />
      ) : gallery.isError && images.length === 0 ? (
        <EmptyState
          title={words.failed}
          text={words.failedText}
          action={<Button onClick={() => void gallery.refetch()}>{words.tryAgain}</Button>}
        />
      ) : images.length === 0 && filter.isFiltered ? (
        isWholeList ? (
          <EmptyState
            title={words.nothingFound}
            text={words.nothingFoundText}
            action={<Button onClick={filter.clear}>{words.showAll}</Button>}
          />
        ) : (
          <Places label={words.searching} />
        )
      ) : images.length === 0 && isWholeList ? (
        <EmptyState
          title={words.empty}
          text={words.emptyText}
          picture={
            <Box w="18rem" maxW="full">
              <BeforeAfter
                before="/samples/salad-before.jpg"
                after="/samples/salad-after.jpg"
                label={words.sample}
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
                  isForPost={isForPost(image)}
                  onView={open}
                  onDownload={download}
                  onEdit={edit}
                  onDelete={askToDelete}
                  onFavourite={favour}
                  isChosen={selection.isChoosing ? selection.chosen.has(image.id) : undefined}
                  onChoose={choose}
                />
              )
            }
          </GalleryGrid>
          {selection.isChoosing && (
            <SelectionBar
              chosen={selection.chosen.size}
              isPacking={isPacking}
              isChoosingAll={isChoosingAll}
              onAll={() => void chooseAll()}
              onPack={() => packOrAsk(covers)}
              areFavourites={covers.length > 0 && covers.every(({ generation }) => generation.favourite)}
              onFavourite={() =>
                mark({
                  ids: [...selection.chosen],
                  favourite: !covers.every(({ generation }) => generation.favourite),
                })
              }
              onCollections={() => setCollecting([...selection.chosen])}
              onShare={share}
              onDelete={() => {
                nextImage.current = undefined;
                setDeleting([...selection.chosen]);
              }}
              onEnd={selection.end}
            />
          )}
        </>
      )}
      {gallery.hasNextPage && !gallery.isPlaceholderData && (
        <NextPage
          loading={gallery.isFetchingNextPage}
          failed={gallery.isFetchNextPageError}
          isFirst={images.length === 0}
          onNearEnd={() => void gallery.fetchNextPage()}
        />
      )}

      {viewed && (
        <ViewDialog
          image={viewed}
          onPrevious={neighbour(-1)}
          onNext={neighbour(1)}
          onShow={show}
          onFavourite={favour}
          onCollections={() => setCollecting([viewed.id])}
          onAnother={isForPost(viewed) ? undefined : () => again(viewed, anotherLike(viewed))}
          onNewSize={
            viewed.studio && allowedFormats.length > 1
              ? (result) => again(viewed, newSizeOf(result, Date.now()))
              : undefined
          }
          isForPost={isForPost(viewed)}
          onClose={close}
          isSaving={isSaving}
          onDownload={download}
          onEdit={edit}
          onDelete={() => askToDelete(viewed.id)}
        />
      )}
      {packed && (
        <PackDialog
          outpaintCredits={outpaintCredits}
          results={packed}
          onPack={pack}
          onClose={() => setPacked(undefined)}
        />
      )}
      {collecting.length > 0 && (
        <CollectionsDialog
          images={[...images, ...(viewed ? [viewed] : [])].filter(
            ({ id }, n, all) => collecting.includes(id) && all.findIndex((each) => each.id === id) === n,
          )}
          onClose={() => setCollecting([])}
        />
      )}
      <ConfirmDialog
        open={deleting.length > 0}
        title={deleting.length > 1 ? words.deleteChosenTitle(deleting.length) : words.deleteTitle}
        text={deleting.length > 1 ? words.deleteChosenText : words.deleteText}
        confirm={words.delete}
        onClose={() => setDeleting([])}
        onConfirm={() => {
          if (viewed) close();
          const at = finished.findIndex(({ id }) => deleting.includes(id));
          const rest = finished.filter(({ id }) => !deleting.includes(id));
          nextImage.current = rest[Math.min(at, rest.length - 1)]?.id;
          remove(deleting);
          selection.end();
        }}
        // The card that had the focus is gone once its image is deleted.
        finalFocus={() => document.querySelector<HTMLElement>(`[data-image="${nextImage.current}"] button`)}
      />
    </Box>
  );
}

/** Placeholders for images that are being loaded. */
function Places({ label }: { label: string }) {
  return (
    <Grid templateColumns={columns} gap={{ base: '3', md: '5' }} role="status" aria-label={label}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Box key={key} data-testid="skeleton">
          <Skeleton aspectRatio={1} />
          <Skeleton h="4" mt="3" w="70%" />
          <Skeleton h="3" mt="2" w="45%" />
        </Box>
      ))}
    </Grid>
  );
}

/** Sentinel at the end of the list, which loads the next page before the user reaches it. */
function NextPage({
  loading,
  failed,
  isFirst,
  onNearEnd,
}: {
  loading: boolean;
  failed: boolean;
  /** Whether no page is loaded yet: then it does not wait to be near the screen. */
  isFirst: boolean;
  onNearEnd: () => void;
}) {
  const end = useRef<HTMLDivElement>(null);
  const nearEnd = useEffectEvent(() => {
    if (!loading && !failed) onNearEnd();
  });
  useEffect(() => {
    const target = end.current;
    if (target === null || loading || failed) return;
    if (isFirst) return nearEnd();
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) nearEnd();
      },
      { rootMargin: '800px' },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [loading, failed, isFirst]);
  return (
    <Box ref={end} py="8" display="grid" placeItems="center">
      <Button
        variant="outline"
        colorPalette="gray"
        loading={loading}
        loadingText={words.loading}
        onClick={onNearEnd}
      >
        {failed ? words.tryAgain : words.showMore}
      </Button>
    </Box>
  );
}
