import { Box, Button } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { words } from './words.ts';

interface NextPageProps {
  readonly loading: boolean;
  readonly failed: boolean;
  /** Whether no image is shown yet: then it does not wait to be near the screen. */
  readonly isFirst: boolean;
  readonly onNearEnd: () => void;
}

/** Sentinel at the end of the list, which loads the next page before the user reaches it. */
export function NextPage({ loading, failed, isFirst, onNearEnd }: NextPageProps) {
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
