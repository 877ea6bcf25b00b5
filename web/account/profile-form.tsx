import { Button, chakra, Field, Input, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Me } from '#shared/api/account.ts';
import { meQuery } from '#web/lib/account.ts';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { words } from './words.ts';

/** Name and company; the address stays, because it is what one signs in with. */
export function ProfileForm({ me }: { me: Me }) {
  const client = useQueryClient();
  const [fullName, setFullName] = useState(me.fullName);
  const [companyName, setCompanyName] = useState(me.companyName);
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => call('updateMe', { body: { fullName, companyName } }),
    onSuccess: (updated) => {
      client.setQueryData(meQuery.queryKey, updated);
      notify.success(words.saved);
    },
    onError: (error) => notify.error(words.saveFailed, { description: messageOf(error) }),
  });
  const isMissing = fullName.trim() === '';
  const isChanged = fullName !== me.fullName || companyName !== me.companyName;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isMissing) save.mutate();
  };

  return (
    <chakra.form onSubmit={submit} noValidate>
      <Stack gap="4" align="start">
        <Field.Root readOnly>
          <Field.Label>{words.email}</Field.Label>
          <Input type="email" value={me.email} bg="bg.muted" autoComplete="email" />
        </Field.Root>
        <Field.Root required invalid={tried && isMissing}>
          <Field.Label>{words.fullName}</Field.Label>
          <Input
            value={fullName}
            maxLength={100}
            autoComplete="name"
            onChange={(event) => setFullName(event.target.value)}
          />
          <Field.ErrorText>{words.missing}</Field.ErrorText>
        </Field.Root>
        <Field.Root>
          <Field.Label>
            {words.company}
            <Text as="span" color="fg.muted" fontWeight="400">
              {words.optional}
            </Text>
          </Field.Label>
          <Input
            value={companyName}
            maxLength={100}
            autoComplete="organization"
            onChange={(event) => setCompanyName(event.target.value)}
          />
        </Field.Root>
        <Button type="submit" disabled={!isChanged} loading={save.isPending}>
          {words.save}
        </Button>
      </Stack>
    </chakra.form>
  );
}
