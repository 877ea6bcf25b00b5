import { Button, Dialog, Stack, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { call } from '#web/lib/api.ts';
import { messageOf, repeatsTransient } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { signOut } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { Form, TextField } from '#web/ui/form.tsx';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { words } from './words.ts';

/** Schema of the confirmation: the account's own address, in any case. */
function confirmationOf(email: string) {
  const isTheSame = (typed: string) => typed.trim().toLowerCase() === email.toLowerCase();
  return z.object({ typed: z.string().check(z.refine(isTheSame, words.confirmLabel(email))) });
}

/** Deletes the account after its email address was typed. */
export function DeleteAccount({ email }: { email: string }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const form = useForm({
    resolver: zodResolver(confirmationOf(email)),
    defaultValues: { typed: '' },
  });
  const remove = useMutation({
    mutationFn: () => call('deleteMe'),
    // If the reply was lost, the account is being deleted already.
    retry: repeatsTransient,
    onSuccess: () => {
      void signOut();
      notify.success(words.removed, { description: words.removedText });
      navigate(paths.home);
    },
    onError: (error) => notify.error(words.removeFailed, { description: messageOf(error) }),
  });
  const close = () => {
    setOpen(false);
    form.reset();
  };
  return (
    <>
      <Button
        variant="outline"
        alignSelf="start"
        color="fg.error"
        borderColor="border.error"
        onClick={() => setOpen(true)}
      >
        {words.remove}
      </Button>
      <SmallDialog open={open} onClose={close} title={words.remove} isAlert>
        <Form form={form} onSubmit={() => remove.mutate()} isSending={remove.isPending}>
          <Dialog.Body>
            <Stack gap="4">
              <Text color="fg.muted">{words.removeText}</Text>
              <TextField
                control={form.control}
                name="typed"
                label={words.confirmLabel(email)}
                autoComplete="off"
              />
            </Stack>
          </Dialog.Body>
          <SmallDialogFooter
            onCancel={close}
            action={words.remove}
            isPending={remove.isPending}
            disabled={!form.formState.isValid}
          />
        </Form>
      </SmallDialog>
    </>
  );
}
