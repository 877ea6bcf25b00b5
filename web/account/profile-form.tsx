import { Button, Field, HStack, Input, Stack } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountRoutes, type Me } from '#shared/api/account.ts';
import { meQuery } from '#web/lib/account.ts';
import { call } from '#web/lib/api.ts';
import type { CallRequest } from '#web/lib/api-client.ts';
import { messageOf, repeatsTransient } from '#web/lib/api-error.ts';
import { changedFields } from '#web/lib/changed-fields.ts';
import { notify } from '#web/lib/notify.ts';
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts';
import { Form, TextAreaField, TextField } from '#web/ui/form.tsx';
import { idle } from '#web/ui/idle.ts';
import { profileDraft } from './profile-draft.ts';
import { words } from './words.ts';

/**
 * Name, company, and the restaurant's description of itself. The e-mail address cannot be changed: users sign in with
 * it.
 */
export function ProfileForm({ me }: { me: Me }) {
  const client = useQueryClient();
  const { userId, fullName, companyName, kitchen, about } = me;
  const [draft] = useState(() => profileDraft(userId).read());
  const form = useForm({
    resolver: zodResolver(accountRoutes.updateMe.body),
    defaultValues: { fullName, companyName, kitchen, about },
  });
  const { reset } = form;
  // What another tab or device saved meanwhile is shown, except where the user has typed.
  useEffect(() => {
    reset({ fullName, companyName, kitchen, about }, { keepDirtyValues: true });
  }, [fullName, companyName, kitchen, about, reset]);
  useEffect(() => {
    if (draft) reset((loaded) => ({ ...loaded, ...draft }), { keepDefaultValues: true });
  }, [draft, reset]);
  // All are read in each render: react-hook-form computes only what is read.
  const { isDirty, dirtyFields: _dirtyFields, defaultValues: loaded = {} } = form.formState;
  const values = form.watch();
  useLeaveGuard(isDirty);
  useEffect(() => profileDraft(userId).keep(isDirty ? changedFields(values, loaded) : undefined));
  const save = useMutation({
    mutationFn: (body: CallRequest<'updateMe'>['body']) => call('updateMe', { body }),
    retry: repeatsTransient,
    onSuccess: (updated) => {
      client.setQueryData(meQuery.queryKey, updated);
      profileDraft(userId).keep(undefined);
      reset({
        fullName: updated.fullName,
        companyName: updated.companyName,
        kitchen: updated.kitchen,
        about: updated.about,
      });
      notify.success(words.saved);
    },
    onError: (error) => notify.error(words.saveFailed, { description: messageOf(error) }),
  });
  return (
    <Form
      form={form}
      onSubmit={(filled) => save.mutate(changedFields(filled, loaded))}
      isSending={save.isPending}
    >
      <Stack gap="4" align="start">
        <Field.Root readOnly>
          <Field.Label>{words.email}</Field.Label>
          <Input type="email" value={me.email} bg="bg.muted" autoComplete="email" />
        </Field.Root>
        <TextField control={form.control} name="fullName" label={words.fullName} autoComplete="name" />
        <TextField
          control={form.control}
          name="companyName"
          label={words.company}
          isOptional
          autoComplete="organization"
        />
        <TextField
          control={form.control}
          name="kitchen"
          label={words.kitchen}
          isOptional
          placeholder={words.kitchenPlaceholder}
        />
        <TextAreaField
          control={form.control}
          name="about"
          label={words.about}
          hint={words.aboutHint}
          isOptional
          rows={3}
        />
        <HStack gap="3" wrap="wrap">
          <Button type="submit" loading={save.isPending} {...idle(!isDirty)}>
            {words.save}
          </Button>
          {isDirty && (
            <Button
              variant="ghost"
              onClick={() => {
                reset();
                // The focused button disappears.
                form.setFocus('fullName');
              }}
            >
              {words.discard}
            </Button>
          )}
        </HStack>
      </Stack>
    </Form>
  );
}
