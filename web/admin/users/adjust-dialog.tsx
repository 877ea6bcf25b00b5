import { Dialog, Stack, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type AdminUser, adminRoutes, maxAdjustedBalance } from '#shared/api/admin.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useDiscardQuestion } from '#web/lib/use-discard-question.ts';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { Form, TextField } from '#web/ui/form.tsx';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { useAdjustCredits } from './users-query.ts';
import { words } from './words.ts';

interface AdjustDialogProps {
  readonly user: AdminUser;
  /** As the list has them, which is read again while the dialog is open. */
  readonly now: NonNullable<AdminUser['credits']>;
  readonly onClose: () => void;
}

interface Attempt {
  readonly id: string;
  readonly seen: number;
  readonly balance: number;
  readonly reason: string;
}

/** The contract's reason, and its balance as text with this screen's messages. */
function adjustmentOf(seen: number) {
  return z.object({
    ...z.pick(adminRoutes.adjustCredits.body, { reason: true }).shape,
    balance: z.pipe(
      z.string().check(z.trim(), z.regex(/^\d+$/, words.wholeNumber)),
      z.pipe(
        z.transform(Number),
        z.int().check(
          z.maximum(maxAdjustedBalance, words.tooMuch),
          z.refine((balance) => balance !== seen, words.sameBalance),
        ),
      ),
    ),
  });
}

/**
 * Sets a user's purchased credits. Sends the balance along that the admin saw; the API refuses if it has changed. Only
 * then does the dialog show the new one, so that no purchase is overwritten unnoticed.
 */
export function AdjustDialog({ user, now, onClose }: AdjustDialogProps) {
  const adjust = useAdjustCredits();
  // All attempts at one adjustment share an id (idempotency key), so that it is booked once. An adjustment of other
  // values needs another id: under the same id the API would return the first booking.
  const [last, setLast] = useState<Attempt>();
  const [seen, setSeen] = useState(now.creditsBalance);
  const [isOutdated, setOutdated] = useState(false);
  if (isOutdated && now.creditsBalance !== seen) {
    setSeen(now.creditsBalance);
    setOutdated(false);
  }
  const form = useForm({
    resolver: zodResolver(adjustmentOf(seen)),
    defaultValues: { balance: String(seen), reason: '' },
  });
  const question = useDiscardQuestion(form.formState.isDirty && !adjust.isPending, onClose);

  const submit = (adjustment: { balance: number; reason: string }) => {
    const isSame =
      last?.seen === seen && last.balance === adjustment.balance && last.reason === adjustment.reason;
    const attempt = isSame ? last : { id: crypto.randomUUID(), seen, ...adjustment };
    setLast(attempt);
    adjust.mutate(
      { user, ...attempt },
      {
        onSuccess: () => question.leave(onClose),
        onError: (error) => setOutdated(isRefusal(error)),
      },
    );
  };

  return (
    <>
      <SmallDialog
        onClose={question.close}
        title={words.adjust}
        description={`${words.adjustText} ${user.email ?? words.emailUnavailable}`}
      >
        <Form form={form} onSubmit={submit} isSending={adjust.isPending}>
          <Dialog.Body>
            <Stack gap="4">
              <TextField
                control={form.control}
                name="balance"
                label={words.balance}
                hint={words.balanceHint(seen)}
                inputMode="numeric"
                autoComplete="off"
              />
              <TextField
                control={form.control}
                name="reason"
                label={words.reason}
                hint={words.reasonHint}
                maxLength={200}
              />
              {isRefusal(adjust.error) && (
                <Text role="alert" fontSize="sm" color="fg.error">
                  {adjust.error.message}
                </Text>
              )}
            </Stack>
          </Dialog.Body>
          <SmallDialogFooter onCancel={question.close} action={words.save} isPending={adjust.isPending} />
        </Form>
      </SmallDialog>
      <DiscardDialog question={question} />
    </>
  );
}

/** Whether the API refused because the balance is another one now. */
function isRefusal(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === 'balance_changed';
}
