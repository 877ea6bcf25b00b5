import { Box, Button, Grid, Skeleton } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { Gallery } from './use-gallery.ts';
import type { GalleryFilterControl } from './use-gallery-filter.ts';
import { words } from './words.ts';

interface GalleryFallbackProps {
  readonly gallery: Gallery;
  readonly filter: GalleryFilterControl;
  /** The images. */
  readonly children: ReactNode;
}

/** Shows the images; while there are none, that they are being loaded, that this failed, or what to do instead. */
export function GalleryFallback({ gallery, filter, children }: GalleryFallbackProps) {
  const { query, images, isWholeList } = gallery;
  if (query.isPending) return <Placeholders label={words.loading} />;
  if (images.length > 0) return children;
  if (query.isError)
    return (
      <EmptyState
        title={words.failed}
        text={words.failedText}
        action={<Button onClick={() => void query.refetch()}>{words.tryAgain}</Button>}
      />
    );
  if (filter.isFiltered)
    return isWholeList ? (
      <EmptyState
        title={words.nothingFound}
        text={words.nothingFoundText}
        action={<Button onClick={filter.clear}>{words.showAll}</Button>}
      />
    ) : (
      <Placeholders label={words.searching} />
    );
  // Without images although more can be loaded: those of the loaded pages are being deleted.
  return isWholeList ? <NoImagesYet /> : children;
}

function NoImagesYet() {
  return (
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
  );
}

const columns = {
  base: 'repeat(2, minmax(0, 1fr))',
  md: 'repeat(3, minmax(0, 1fr))',
  lg: 'repeat(4, minmax(0, 1fr))',
  '2xl': 'repeat(5, minmax(0, 1fr))',
};

/** Placeholders for images that are being loaded. */
function Placeholders({ label }: { label: string }) {
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
