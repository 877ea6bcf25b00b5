import {
  Box,
  Button,
  Checkbox,
  Dialog,
  Field,
  HStack,
  IconButton,
  Input,
  Skeleton,
  Stack,
  Text,
} from '@chakra-ui/react';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Collection } from '#shared/api/collections.ts';
import type { Generation } from '#shared/api/generations.ts';
import { maxCollectionNameLength, maxCollections } from '#shared/domain/limits.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { newId } from '#web/lib/server-time.ts';
import { tooLong } from '#web/lib/text-problem.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { idle } from '#web/ui/idle.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { SmallDialog } from '#web/ui/small-dialog.tsx';
import { useChangeCollections, useCollections, useMark } from './collection-queries.ts';
import { words } from './words.ts';

interface CollectionsDialogProps {
  readonly images: readonly Generation[];
  readonly onClose: () => void;
}

/** Adds images to collections and removes them, each by one press; creates and deletes collections. */
export function CollectionsDialog({ images, onClose }: CollectionsDialogProps) {
  const query = useCollections();
  const { create, remove } = useChangeCollections();
  const { mutate: mark } = useMark();
  const [name, setName] = useState('');
  const [removing, setRemoving] = useState<Collection>();
  const problem = tooLong(name.trim(), maxCollectionNameLength);
  const ids = images.map(({ id }) => id);
  const put = (id: string, isIn: boolean) => mark({ ids, collection: { id, isIn } });

  function add(): void {
    // A repeated press creates the same collection, because only the reply to the first may have been lost.
    const { variables } = create;
    const id = variables?.name === name && create.isError ? variables.id : newId();
    create.mutate(
      { id, name, images: ids },
      { onSuccess: () => setName((now) => (now === name ? '' : now)) },
    );
  }

  return (
    <SmallDialog
      onClose={onClose}
      title={words.collections}
      description={words.collectionsText(images.length)}
    >
      <Dialog.Body>
        {query.data ? (
          <>
            <Stack as="ul" ref={keepFocus} gap="0" listStyleType="none">
              {query.data.map((collection) => {
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
                      <Checkbox.Label fontWeight="400" lineClamp={1} dir="auto">
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
            {query.data.length >= maxCollections ? (
              <Text fontSize="sm" color="fg.muted" mt="2">
                {words.collectionsFull(maxCollections)}
              </Text>
            ) : (
              <Box
                as="form"
                mt="2"
                onSubmit={(event) => {
                  event.preventDefault();
                  if (name.trim() !== '' && problem === undefined) add();
                }}
              >
                <HStack gap="2" align="start">
                  <Field.Root flex="1" invalid={problem !== undefined}>
                    <Input
                      dir="auto"
                      aria-label={words.newCollection}
                      placeholder={words.newCollection}
                      value={name}
                      h="11"
                      onChange={(event) => setName(event.target.value)}
                    />
                    <Field.ErrorText role="alert">{problem}</Field.ErrorText>
                  </Field.Root>
                  <Button
                    type="submit"
                    variant="outline"
                    minH="11"
                    loading={create.isPending}
                    {...idle(name.trim() === '' || problem !== undefined)}
                  >
                    <Plus size={17} aria-hidden />
                    {words.add}
                  </Button>
                </HStack>
              </Box>
            )}
          </>
        ) : query.isPending ? (
          <Stack gap="2" role="status" aria-label={words.collectionsLoading}>
            <Skeleton h="11" />
            <Skeleton h="11" />
          </Stack>
        ) : (
          <LoadFailed inPanel query={query} title={words.collectionsUnread} />
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
