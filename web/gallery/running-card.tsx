import { Box, chakra, Text } from '@chakra-ui/react';
import type { Generation } from '#shared/api/generations.ts';
import { useFollowGenerations } from '#web/generations/use-follow-generations.ts';
import { paths } from '#web/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { Sweep } from '#web/ui/sweep.tsx';
import { words } from './words.ts';

/** A generation that still runs. The gallery is read again when it ends. */
export function RunningCard({ generation }: { generation: Generation }) {
  const { all } = useFollowGenerations([generation.id], [], [generation.id]);
  const { originalUrl } = all[0] ?? generation;
  const to = pageOf(generation);
  const place = { 'data-place': true, display: 'block' } as const;
  const content = (
    <>
      <Box position="relative" aspectRatio={1} bg="bg.muted" overflow="hidden">
        {originalUrl && (
          <chakra.img src={originalUrl} alt="" w="full" h="full" objectFit="cover" opacity="0.7" />
        )}
        <Sweep />
      </Box>
      <Box px="4" py="3">
        <Text fontWeight="600" lineClamp={1} dir="auto">
          {generation.menuItemName}
        </Text>
        <Text fontSize="xs" color="fg.muted">
          {words.making}
        </Text>
      </Box>
    </>
  );
  return (
    <Box bg="bg.panel" borderRadius="card" overflow="hidden" borderWidth="1px" borderColor="border.muted">
      {to === undefined ? (
        <Box {...place} tabIndex={-1}>
          {content}
        </Box>
      ) : (
        <PageLink to={to} {...place} focusVisibleRing="inside">
          {content}
        </PageLink>
      )}
    </Box>
  );
}

/** The page that shows a running generation. An enhancement may be on another tab or device: none shows it here. */
function pageOf({ id, kind, wholeMenu }: Generation): string | undefined {
  if (kind === 'studio') return paths.studioGeneration(id);
  return wholeMenu === null ? undefined : paths.wholeMenu(wholeMenu);
}
