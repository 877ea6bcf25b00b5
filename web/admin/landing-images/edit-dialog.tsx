import { Button, Checkbox, Dialog, Field, Input, Portal, Stack, Text, Textarea } from '@chakra-ui/react';
import { useState } from 'react';
import type { ManagedLandingImage } from '#shared/api/site.ts';
import { words } from './words.ts';

interface EditDialogProps {
  readonly image: ManagedLandingImage;
  readonly saving: boolean;
  readonly onSave: (change: { title: string; description: string; isActive: boolean }) => void;
  readonly onClose: () => void;
}

/** Title, description and visibility of an image. */
export function EditDialog({ image, saving, onSave, onClose }: EditDialogProps) {
  const [title, setTitle] = useState(image.title ?? '');
  const [description, setDescription] = useState(image.description ?? '');
  const [isActive, setIsActive] = useState(image.isActive);
  return (
    <Dialog.Root
      open
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
      placement="center"
      motionPreset="slide-in-bottom"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p="4">
          <Dialog.Content maxW="md" asChild>
            <form
              onSubmit={(event) => {
                event.preventDefault();
                onSave({ title, description, isActive });
              }}
            >
              <Dialog.Header>
                <Dialog.Title>{words.editTitle}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <Stack gap="4">
                  <Field.Root>
                    <Field.Label>{words.titleField}</Field.Label>
                    <Input value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
                  </Field.Root>
                  <Field.Root>
                    <Field.Label>{words.description}</Field.Label>
                    <Textarea
                      value={description}
                      maxLength={500}
                      rows={3}
                      onChange={(event) => setDescription(event.target.value)}
                    />
                  </Field.Root>
                  <Checkbox.Root
                    checked={isActive}
                    onCheckedChange={({ checked }) => setIsActive(checked === true)}
                    minH="11"
                    alignItems="center"
                  >
                    <Checkbox.HiddenInput />
                    <Checkbox.Control />
                    <Checkbox.Label>
                      {words.active}
                      <Text as="span" color="fg.muted" fontWeight="400">{` · ${words.activeHelp}`}</Text>
                    </Checkbox.Label>
                  </Checkbox.Root>
                </Stack>
              </Dialog.Body>
              <Dialog.Footer gap="3">
                <Button variant="outline" onClick={onClose}>
                  {words.cancel}
                </Button>
                <Button type="submit" loading={saving}>
                  {words.save}
                </Button>
              </Dialog.Footer>
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
