import { Button, chakra, Field, Input, Stack } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { notify } from '#web/lib/notify.ts';
import { isTooShort } from '#web/lib/password.ts';
import { words } from './words.ts';

/** Changes the password of whoever is signed in; the session stays. */
export function PasswordForm({ email }: { email: string }) {
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const [repeated, setRepeated] = useState('');
  const [tried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: async () => {
      const { changePassword } = await import('#web/lib/cognito.ts');
      await changePassword(current, chosen);
    },
    onSuccess: () => {
      for (const clear of [setCurrent, setChosen, setRepeated]) clear('');
      setTried(false);
      notify.success(words.changed);
    },
    onError: (error) => notify.error(words.changeFailed, { description: reasonOf(error) }),
  });
  const isShort = isTooShort(chosen);
  const isDifferent = repeated !== chosen;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (current !== '' && !isShort && !isDifferent) change.mutate();
  };

  return (
    <chakra.form onSubmit={submit} noValidate>
      <Stack gap="4" align="start">
        {/* Password managers ask whose password it is. */}
        <chakra.input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field.Root required invalid={tried && current === ''}>
          <Field.Label>{words.current}</Field.Label>
          <Input
            type="password"
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
          <Field.ErrorText>{words.missing}</Field.ErrorText>
        </Field.Root>
        <Field.Root required invalid={tried && isShort}>
          <Field.Label>{words.chosen}</Field.Label>
          <Input
            type="password"
            autoComplete="new-password"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          />
          <Field.ErrorText>{words.short}</Field.ErrorText>
        </Field.Root>
        <Field.Root required invalid={tried && isDifferent}>
          <Field.Label>{words.repeated}</Field.Label>
          <Input
            type="password"
            autoComplete="new-password"
            value={repeated}
            onChange={(event) => setRepeated(event.target.value)}
          />
          <Field.ErrorText>{words.different}</Field.ErrorText>
        </Field.Root>
        <Button type="submit" variant="outline" loading={change.isPending}>
          {words.change}
        </Button>
      </Stack>
    </chakra.form>
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error.name === 'NotAuthorizedException') return words.wrong;
  if (error.name === 'LimitExceededException') return words.tooMany;
  return error.message;
}
