import { Box, chakra, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import { generationQuery, refreshAfterJob } from '#web/generations/generation-queries.ts';
import { isOpen } from '#web/lib/is-open.ts';
import { paths } from '#web/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { Sweep } from '#web/ui/sweep.tsx';
import { words } from './words.ts';

/** A picture that is still being made; it turns into an image when the job ends. */
export function RunningCard({ image }: { image: Generation }) {
  const client = useQueryClient();
  const { data } = useQuery({ ...generationQuery(image.id), initialData: image });
  const open = isOpen(data);
  useEffect(() => {
    if (!open) void refreshAfterJob(client);
  }, [open, client]);
  return (
    <Box
      as="li"
      listStyleType="none"
      bg="bg.panel"
      borderRadius="card"
      overflow="hidden"
      borderWidth="1px"
      borderColor="border.muted"
    >
      <PageLink to={`${paths.studio()}&job=${image.id}`} display="block" focusVisibleRing="inside">
        <Box position="relative" aspectRatio={1} bg="bg.muted" overflow="hidden">
          {data.originalUrl && (
            <chakra.img src={data.originalUrl} alt="" w="full" h="full" objectFit="cover" opacity="0.7" />
          )}
          <Sweep />
        </Box>
        <Box px="4" py="3">
          <Text fontWeight="600" lineClamp={1}>
            {image.menuItemName}
          </Text>
          <Text fontSize="xs" color="fg.muted">
            {words.making}
          </Text>
        </Box>
      </PageLink>
    </Box>
  );
}
