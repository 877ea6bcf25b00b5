import { Badge, Button, SimpleGrid, Skeleton, Tabs } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { type LandingImage, landingSections } from '#shared/api/site.ts';
import { paths } from '#web/paths.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { AdminPage } from '../admin-page.tsx';
import { ImageSection } from './image-section.tsx';
import { landingImagesQuery } from './landing-images-query.ts';
import { useSectionUpload } from './use-section-upload.ts';
import { words } from './words.ts';

/** `/admin/landing-images`: the images of the hero, the carousel and the sliders of the landing page. */
export function LandingImagesPage() {
  const query = useQuery(landingImagesQuery);
  const uploads = useSectionUpload();
  const [search, setSearch] = useSearchParams();
  const section = landingSections.find((name) => name === search.get('section')) ?? 'hero';
  const images = query.data?.images;
  return (
    <AdminPage
      title={words.title}
      actions={
        <Button asChild variant="outline">
          <a href={paths.landing} target="_blank" rel="noopener">
            {words.preview}
            <ExternalLink size={16} aria-hidden />
          </a>
        </Button>
      }
    >
      {query.isError && !images ? (
        <LoadFailed query={query} title={words.fetchFailed} />
      ) : (
        <Tabs.Root
          value={section}
          onValueChange={({ value }) => setSearch({ section: value }, { replace: true })}
          // A tab that was left keeps the files that wait in it.
          lazyMount
        >
          <Tabs.List aria-label={words.sections} overflowX="auto" overflowY="hidden">
            {landingSections.map((name) => (
              <Tabs.Trigger key={name} value={name} minH="12" gap="2" fontWeight="600" flexShrink="0">
                {words.tabs[name]}
                <Badge colorPalette="gray" borderRadius="pill" px="2" fontVariantNumeric="tabular-nums">
                  {images ? of(images, name).length : '…'}
                </Badge>
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {landingSections.map((name) => (
            <Tabs.Content key={name} value={name} pt="6">
              {images ? (
                <ImageSection section={name} images={of(images, name)} uploads={uploads} />
              ) : (
                <SimpleGrid columns={{ base: 1, sm: 2, md: 3 }} gap="4">
                  {['a', 'b', 'c', 'd', 'e', 'f'].map((id) => (
                    <Skeleton key={id} h="16rem" />
                  ))}
                </SimpleGrid>
              )}
            </Tabs.Content>
          ))}
        </Tabs.Root>
      )}
    </AdminPage>
  );
}

function of<Image extends LandingImage>(images: readonly Image[], section: LandingImage['section']): Image[] {
  return images
    .filter((image) => image.section === section)
    .toSorted((a, b) => a.displayOrder - b.displayOrder);
}
