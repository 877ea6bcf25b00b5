import { Badge, Box, Heading, HStack, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { useCallback, useState } from 'react';
import { type ManagedMenuPackImage, type MenuPackImage, menuPackPlatforms } from '#shared/api/site.ts';
import { PictureDialog } from '#web/admin/site-images/picture-dialog.tsx';
import { useSorting } from '#web/admin/site-images/use-sorting.ts';
import { words as shared } from '#web/admin/site-images/words.ts';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useMenuPackImageChanges } from './menu-pack-images-query.ts';
import { PairCard } from './pair-card.tsx';
import { words } from './words.ts';

interface PairListProps {
  readonly section: MenuPackImage['section'];
  /** In display order. */
  readonly images: readonly ManagedMenuPackImage[];
}

/** The pairs of one section in their order. */
export function PairList({ section, images }: PairListProps) {
  const { toggle, remove, reorder } = useMenuPackImageChanges();
  const [dialog, setDialog] = useState<{ kind: 'open' | 'delete'; id: string }>();
  const { mutate } = reorder;
  const onSort = useCallback((imageIds: string[]) => mutate({ section, imageIds }), [mutate, section]);
  const sorting = useSorting(
    images.map(({ id }) => id),
    onSort,
  );
  const chosen = images.find(({ id }) => id === dialog?.id);
  const close = () => setDialog(undefined);
  const shown = images.filter(({ isActive }) => isActive);
  const active = shown.length;
  // The page shows one guide under each tab: further guides of a platform are not shown.
  const guided = new Set(shown.map(({ platform }) => platform));
  const missing = menuPackPlatforms.filter((platform) => !guided.has(platform));
  return (
    <Stack as="section" aria-labelledby={`${section}-title`} gap="4">
      <Stack gap="1">
        <HStack gap="3" wrap="wrap">
          <Heading as="h2" id={`${section}-title`} fontSize="lg">
            {words.sections[section]}
          </Heading>
          <Badge colorPalette="gray" borderRadius="pill" px="2.5" py="0.5" fontVariantNumeric="tabular-nums">
            {section === 'platform_guide'
              ? words.badge(guided.size, new Set(images.map(({ platform }) => platform)).size)
              : words.badge(active, images.length)}
          </Badge>
        </HStack>
        <Text color="fg.muted">{words.help[section]}</Text>
        {section === 'platform_guide' && images.length > 0 && missing.length > 0 && (
          <Text>{words.missing(missing.map((platform) => words.platforms[platform]))}</Text>
        )}
      </Stack>
      {images.length === 0 ? (
        <Box borderWidth="1px" borderStyle="dashed" borderColor="border.emphasized" borderRadius="card" p="6">
          <Text fontWeight="600">{words.empty[section]}</Text>
          <Text color="fg.muted">{words.emptyText}</Text>
        </Box>
      ) : (
        <Box
          as="ul"
          listStyleType="none"
          display="grid"
          gridTemplateColumns="repeat(auto-fill, minmax(min(100%, 16rem), 1fr))"
          gap="4"
        >
          {images.map((image) => (
            <PairCard
              key={image.id}
              image={image}
              sorting={sorting}
              toggling={toggle.isPending && toggle.variables.id === image.id}
              onToggle={() => toggle.mutate({ id: image.id, isActive: !image.isActive })}
              onOpen={() => setDialog({ kind: 'open', id: image.id })}
              onDelete={() => setDialog({ kind: 'delete', id: image.id })}
            />
          ))}
        </Box>
      )}
      <VisuallyHidden aria-live="polite">{sorting.message}</VisuallyHidden>
      {chosen && dialog?.kind === 'open' && <Compare image={chosen} onClose={close} />}
      <ConfirmDialog
        open={chosen !== undefined && dialog?.kind === 'delete'}
        title={shared.deleteTitle}
        text={shared.deleteText}
        confirm={shared.delete}
        onConfirm={() => dialog && remove.mutate(dialog.id)}
        onClose={close}
      />
    </Stack>
  );
}

/** Preview of a pair as visitors see it. */
function Compare({ image, onClose }: { image: ManagedMenuPackImage; onClose: () => void }) {
  const ratio = (image.width ?? 4) / (image.height ?? 3);
  const title = image.title ?? words.untitled;
  return (
    <PictureDialog title={title} ratio={ratio} onClose={onClose}>
      <BeforeAfter before={image.beforeUrl} after={image.url} label={title} ratio={ratio} />
    </PictureDialog>
  );
}
