import { Button, chakra, Dialog, Field, Input, Portal, Stack, Text } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { type AdminUser, maxAdjustedBalance } from '#shared/api/admin.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { words as frame } from '../words.ts';
import { useAdjustCredits } from './users-query.ts';
import { words } from './words.ts';

interface AdjustDialogProps {
  readonly user: AdminUser;
  readonly now: NonNullable<AdminUser['credits']>;
  readonly onClose: () => void;
}

/** Sets a user's purchased credits. The balance that is shown goes along: another one by then is refused. */
export function AdjustDialog({ user, now, onClose }: AdjustDialogProps) {
  const adjust = useAdjustCredits();
  // One id for all attempts, so that a repeated one is booked once.
  const [id, setId] = useState(() => crypto.randomUUID());
  const [balance, setBalance] = useState(String(now.creditsBalance));
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const isWhole = /^\d+$/.test(balance.trim());
  const isTooMuch = isWhole && Number(balance) > maxAdjustedBalance;
  const isSame = isWhole && Number(balance) === now.creditsBalance;
  const balanceError =
    (!isWhole && words.wholeNumber) || (isTooMuch && words.tooMuch) || (isSame && words.sameBalance) || '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (balanceError || reason.trim() === '') return;
    adjust.mutate(
      { user, id, seen: now.creditsBalance, balance: Number.parseInt(balance, 10), reason },
      {
        onSuccess: onClose,
        onError: (error) => {
          // It was refused for good: the next attempt is another adjustment.
          if (error instanceof ApiError && error.code === 'balance_changed') setId(crypto.randomUUID());
        },
      },
    );
  };

  return (
    <Dialog.Root
      open
      onOpenChange={(details) => {
        if (!details.open) onClose();
      }}
      placement="center"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner p="4">
          <Dialog.Content maxW="md">
            <chakra.form onSubmit={submit} noValidate>
              <Dialog.Header>
                <Stack gap="0.5">
                  <Dialog.Title>{words.adjust}</Dialog.Title>
                  <Text color="fg.muted">
                    {words.adjustText} {user.email ?? words.emailUnavailable}
                  </Text>
                </Stack>
              </Dialog.Header>
              <Dialog.Body>
                <Stack gap="4">
                  <Field.Root required invalid={tried && balanceError !== ''}>
                    <Field.Label>{words.balance}</Field.Label>
                    <Input
                      inputMode="numeric"
                      autoComplete="off"
                      value={balance}
                      onChange={(event) => setBalance(event.target.value)}
                    />
                    <Field.HelperText>{words.balanceHint(now.creditsBalance)}</Field.HelperText>
                    <Field.ErrorText>{balanceError}</Field.ErrorText>
                  </Field.Root>
                  <Field.Root required invalid={tried && reason.trim() === ''}>
                    <Field.Label>{words.reason}</Field.Label>
                    <Input
                      maxLength={200}
                      value={reason}
                      onChange={(event) => setReason(event.target.value)}
                    />
                    <Field.HelperText>{words.reasonHint}</Field.HelperText>
                    <Field.ErrorText>{words.reasonMissing}</Field.ErrorText>
                  </Field.Root>
                </Stack>
              </Dialog.Body>
              <Dialog.Footer gap="3">
                <Button variant="outline" onClick={onClose}>
                  {frame.cancel}
                </Button>
                <Button type="submit" loading={adjust.isPending}>
                  {words.save}
                </Button>
              </Dialog.Footer>
            </chakra.form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
