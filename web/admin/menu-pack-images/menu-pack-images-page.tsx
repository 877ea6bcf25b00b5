import { Box, Button, SimpleGrid, Skeleton, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { type MenuPackImage, menuPackSections } from '#shared/api/site.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { paths } from '#web/paths.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { AdminPage } from '../admin-page.tsx';
import { words as frame } from '../words.ts';
import { menuPackImagesQuery } from './menu-pack-images-query.ts';
import { PairList } from './pair-list.tsx';
import { UploadForm } from './upload-form.tsx';
import { words } from './words.ts';

/** `/admin/menu-pack-images`: the sliders of the public menu-pack page. */
export function MenuPackImagesPage() {
  const query = useQuery(menuPackImagesQuery);
  const images = query.data?.images;
  const { error } = query;
  useEffect(() => {
    if (error) notify.error(words.fetchFailed(messageOf(error)));
  }, [error]);
  const of = (section: MenuPackImage['section']) =>
    (images ?? [])
      .filter((image) => image.section === section)
      .toSorted((a, b) => a.displayOrder - b.displayOrder);
  return (
    <AdminPage
      title={words.title}
      text={words.about}
      actions={
        <Button asChild variant="outline">
          <a href={paths.menuPack} target="_blank" rel="noopener">
            {words.preview}
            <ExternalLink size={16} aria-hidden />
          </a>
        </Button>
      }
    >
      {query.isError && !images ? (
        <LoadFailed title={frame.failed} query={query} />
      ) : (
        <Stack gap="8">
          <UploadForm
            nextOrder={(section) => Math.max(0, ...of(section).map((image) => image.displayOrder)) + 1}
          />
          {menuPackSections.map((section) =>
            images ? (
              <PairList key={section} section={section} images={of(section)} />
            ) : (
              <Box key={section}>
                <Skeleton h="7" w="14rem" mb="4" />
                <SimpleGrid minChildWidth="16rem" gap="4">
                  {['a', 'b', 'c', 'd'].map((id) => (
                    <Skeleton key={id} h="13rem" />
                  ))}
                </SimpleGrid>
              </Box>
            ),
          )}
        </Stack>
      )}
    </AdminPage>
  );
}
