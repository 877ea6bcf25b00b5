import { Button, chakra, Dialog, Field, Input, Portal, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { signOut } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';
import { words } from './words.ts';

/** Deletes the account, once its address was typed. */
export function DeleteAccount({ email }: { email: string }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => call('deleteMe'),
    onSuccess: () => {
      void signOut();
      notify.success(words.removed, { description: words.removedText });
      navigate(paths.home);
    },
    onError: (error) => notify.error(words.removeFailed, { description: messageOf(error) }),
  });
  const isConfirmed = typed.trim().toLowerCase() === email.toLowerCase();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) remove.mutate();
  };

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(details) => {
        setOpen(details.open);
        setTyped('');
      }}
      role="alertdialog"
      placement="center"
    >
      <Dialog.Trigger asChild>
        <Button variant="outline" alignSelf="start" color="fg.error" borderColor="border.error">
          {words.remove}
        </Button>
      </Dialog.Trigger>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p="4">
          <Dialog.Content maxW="md">
            <chakra.form onSubmit={submit} noValidate>
              <Dialog.Header>
                <Dialog.Title>{words.remove}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <Stack gap="4">
                  <Text color="fg.muted">{words.removeText}</Text>
                  <Field.Root>
                    <Field.Label>{words.confirmLabel(email)}</Field.Label>
                    <Input
                      autoComplete="off"
                      value={typed}
                      onChange={(event) => setTyped(event.target.value)}
                    />
                  </Field.Root>
                </Stack>
              </Dialog.Body>
              <Dialog.Footer gap="3">
                <Dialog.ActionTrigger asChild>
                  <Button variant="outline">{words.cancel}</Button>
                </Dialog.ActionTrigger>
                <Button type="submit" disabled={!isConfirmed} loading={remove.isPending}>
                  {words.remove}
                </Button>
              </Dialog.Footer>
            </chakra.form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
