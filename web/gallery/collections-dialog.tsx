import { Box, Button, Checkbox, Dialog, HStack, IconButton, Input, Stack, Text } from '@chakra-ui/react';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Collection } from '#shared/api/collections.ts';
import type { Generation } from '#shared/api/generations.ts';
import { maxCollections } from '#shared/domain/limits.ts';
import { newId } from '#web/lib/server-time.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SmallDialog } from '#web/ui/small-dialog.tsx';
import { useChangeCollections, useCollections, useMark } from './collection-queries.ts';
import { words } from './words.ts';

interface CollectionsDialogProps {
  readonly images: readonly Generation[];
  readonly onClose: () => void;
}

/** Adds images to collections and removes them, each by one press; creates and deletes collections. */
export function CollectionsDialog({ images, onClose }: CollectionsDialogProps) {
  const collections = useCollections();
  const { save, remove } = useChangeCollections();
  const { mutate: mark } = useMark();
  const [name, setName] = useState('');
  const [removing, setRemoving] = useState<Collection>();
  const ids = images.map(({ id }) => id);
  const put = (id: string, isIn: boolean) => mark({ ids, collection: { id, isIn } });
  const isFull = collections.length >= maxCollections;

  function create(): void {
    const id = newId();
    save.mutate(
      { id, name },
      {
        onSuccess: () => {
          setName('');
          put(id, true);
        },
      },
    );
  }

  return (
    <SmallDialog
      onClose={onClose}
      title={words.collections}
      description={words.collectionsText(images.length)}
    >
      <Dialog.Body>
        <Stack as="ul" gap="0" listStyleType="none">
          {collections.map((collection) => {
            const inside = images.filter((image) => image.collections.includes(collection.id)).length;
            const isAll = inside === images.length;
            return (
              <HStack as="li" key={collection.id} justify="space-between">
                <Checkbox.Root
                  minH="11"
                  flex="1"
                  checked={isAll ? true : inside > 0 ? 'indeterminate' : false}
                  onCheckedChange={() => put(collection.id, !isAll)}
                >
                  <Checkbox.HiddenInput />
                  <Checkbox.Control />
                  <Checkbox.Label fontWeight="400" lineClamp={1}>
                    {collection.name}
                  </Checkbox.Label>
                </Checkbox.Root>
                <IconButton
                  variant="ghost"
                  aria-label={words.deleteCollectionOf(collection.name)}
                  onClick={() => setRemoving(collection)}
                >
                  <Trash2 size={17} />
                </IconButton>
              </HStack>
            );
          })}
        </Stack>
        {isFull ? (
          <Text fontSize="sm" color="fg.muted" mt="2">
            {words.collectionsFull(maxCollections)}
          </Text>
        ) : (
          <Box
            as="form"
            mt="2"
            onSubmit={(event) => {
              event.preventDefault();
              if (name.trim() !== '') create();
            }}
          >
            <HStack gap="2">
              <Input
                aria-label={words.newCollection}
                placeholder={words.newCollection}
                value={name}
                maxLength={40}
                h="11"
                onChange={(event) => setName(event.target.value)}
              />
              <Button
                type="submit"
                variant="outline"
                minH="11"
                loading={save.isPending}
                disabled={name.trim() === ''}
              >
                <Plus size={17} aria-hidden />
                {words.add}
              </Button>
            </HStack>
          </Box>
        )}
        <ConfirmDialog
          open={removing !== undefined}
          title={words.deleteCollection}
          text={words.deleteCollectionText(removing?.name ?? '')}
          confirm={words.delete}
          onClose={() => setRemoving(undefined)}
          onConfirm={() => removing && remove.mutate(removing.id)}
        />
      </Dialog.Body>
      <Dialog.Footer>
        <Button onClick={onClose}>{words.done}</Button>
      </Dialog.Footer>
    </SmallDialog>
  );
}
