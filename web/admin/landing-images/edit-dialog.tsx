import { Dialog, Stack } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type ManagedLandingImage, siteAdminRoutes } from '#shared/api/site.ts';
import { changedFields } from '#web/lib/changed-fields.ts';
import { useDiscardQuestion } from '#web/lib/use-discard-question.ts';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { CheckboxField, Form, TextAreaField, TextField } from '#web/ui/form.tsx';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { useUpdateLandingImage } from './landing-images-query.ts';
import { words } from './words.ts';

interface EditDialogProps {
  readonly image: ManagedLandingImage;
  readonly onClose: () => void;
}

/** Title, description and visibility of an image. */
export function EditDialog({ image, onClose }: EditDialogProps) {
  const form = useForm({
    resolver: zodResolver(siteAdminRoutes.updateLandingImage.body),
    defaultValues: {
      title: image.title ?? '',
      description: image.description ?? '',
      isActive: image.isActive,
    },
  });
  const { control } = form;
  const { defaultValues: loaded = {}, isDirty } = form.formState;
  const update = useUpdateLandingImage(image.id);
  const question = useDiscardQuestion(isDirty && !update.isPending, onClose);
  const done = () => question.leave(onClose);
  return (
    <>
      <SmallDialog onClose={question.close} title={words.editTitle}>
        <Form
          form={form}
          onSubmit={(values) => update.mutate(changedFields(values, loaded), { onSuccess: done })}
          isSending={update.isPending}
        >
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
          <SmallDialogFooter onCancel={question.close} action={words.save} isPending={update.isPending} />
        </Form>
      </SmallDialog>
      <DiscardDialog question={question} />
    </>
  );
}
