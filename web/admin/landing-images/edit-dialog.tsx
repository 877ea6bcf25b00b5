import { Dialog, Stack } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type ManagedLandingImage, siteAdminRoutes } from '#shared/api/site.ts';
import { changedFields } from '#web/lib/changed-fields.ts';
import { CheckboxField, Form, TextAreaField, TextField } from '#web/ui/form.tsx';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { words } from './words.ts';

interface EditDialogProps {
  readonly image: ManagedLandingImage;
  readonly saving: boolean;
  readonly onSave: (change: {
    title?: string | undefined;
    description?: string | undefined;
    isActive?: boolean | undefined;
  }) => void;
  readonly onClose: () => void;
}

/** Title, description and visibility of an image. */
export function EditDialog({ image, saving, onSave, onClose }: EditDialogProps) {
  const form = useForm({
    resolver: zodResolver(siteAdminRoutes.updateLandingImage.body),
    defaultValues: {
      title: image.title ?? '',
      description: image.description ?? '',
      isActive: image.isActive,
    },
  });
  const { control } = form;
  const { defaultValues: loaded = {} } = form.formState;
  return (
    <SmallDialog onClose={onClose} title={words.editTitle}>
      <Form form={form} onSubmit={(values) => onSave(changedFields(values, loaded))} isSending={saving}>
        <Dialog.Body>
          <Stack gap="4">
            <TextField control={control} name="title" label={words.titleField} isOptional maxLength={200} />
            <TextAreaField
              control={control}
              name="description"
              label={words.description}
              isOptional
              maxLength={500}
              rows={3}
            />
            <CheckboxField control={control} name="isActive" label={words.active} hint={words.activeHelp} />
          </Stack>
        </Dialog.Body>
        <SmallDialogFooter onCancel={onClose} action={words.save} isPending={saving} />
      </Form>
    </SmallDialog>
  );
}
