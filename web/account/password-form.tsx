import { Button, chakra, Stack } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { refusalText } from '#web/lib/auth-refusal.ts';
import { notify } from '#web/lib/notify.ts';
import { hasOuterBlanks, isTooShort, minimumPasswordLength } from '#web/lib/password.ts';
import { turnOffOtherDevices } from '#web/lib/push.ts';
import { Form, TextField } from '#web/ui/form.tsx';
import { words } from './words.ts';

/** Defined here, because the contract has no schema for passwords: they go to the user pool and not to the API. */
const passwordsSchema = z
  .object({
    current: z.string().check(z.minLength(1, words.missing)),
    chosen: z.string().check(
      z.refine((chosen) => !isTooShort(chosen), { error: () => words.short(minimumPasswordLength()) }),
      z.refine((chosen) => !hasOuterBlanks(chosen), words.blanks),
    ),
    repeated: z.string(),
  })
  .check(
    z.refine(({ chosen, repeated }) => chosen === repeated, { path: ['repeated'], error: words.different }),
  );

/** Changes the password. The user stays signed in, and is notified, on this device only. */
export function PasswordForm({ email }: { email: string }) {
  const form = useForm({
    resolver: zodResolver(passwordsSchema),
    defaultValues: { current: '', chosen: '', repeated: '' },
  });
  const change = useMutation({
    mutationFn: async ({ current, chosen }: z.output<typeof passwordsSchema>) => {
      const { changePassword } = await import('#web/lib/cognito.ts');
      return changePassword(current, chosen, turnOffOtherDevices);
    },
    onSuccess: (outcome) => {
      if (outcome === 'unknown')
        return notify.error(words.maybeChanged, { description: words.maybeChangedText });
      form.reset();
      notify.success(words.changed, { description: words.changedText[outcome] });
    },
    onError: (error) => notify.error(words.changeFailed, { description: reasonOf(error) }),
  });
  const { control } = form;
  return (
    <Form form={form} onSubmit={change.mutate} isSending={change.isPending}>
      <Stack gap="4" align="start">
        {/* Password managers look for the user's name in the form. */}
        <chakra.input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          control={control}
          name="current"
          label={words.current}
          type="password"
          autoComplete="current-password"
        />
        <TextField
          control={control}
          name="chosen"
          label={words.chosen}
          type="password"
          autoComplete="new-password"
        />
        <TextField
          control={control}
          name="repeated"
          label={words.repeated}
          type="password"
          autoComplete="new-password"
        />
        <Button type="submit" variant="outline" loading={change.isPending}>
          {words.change}
        </Button>
      </Stack>
    </Form>
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const known = refusalText(error, 'account');
  if (known !== undefined) return known;
  // InvalidParameterException: the text typed as the current password is not a valid password.
  if (['NotAuthorizedException', 'InvalidParameterException'].includes(error.name)) return words.wrong;
  return error.message;
}
