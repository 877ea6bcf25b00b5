import { Button, chakra, Field, HStack, Input, Skeleton, Stack, Switch, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { RuntimeSettings as Settings } from '#shared/api/admin.ts';
import { useMe } from '#web/lib/account.ts';
import type { CallReply } from '#web/lib/api-client.ts';
import { timeOf } from '#web/lib/format.ts';
import { ReadFailed } from '../admin-page.tsx';
import { Panel } from '../panel.tsx';
import { words as frame } from '../words.ts';
import { settingsQuery, useChangeSettings } from './settings-queries.ts';
import { words } from './words.ts';

/** What the business may change while the product runs, and who changed it last. */
export function RuntimeSettings() {
  const settings = useQuery(settingsQuery);
  return (
    <Panel title={words.settings} text={words.settingsText}>
      {settings.isError && !settings.data ? (
        <ReadFailed query={settings} title={words.fetchFailed} inPanel />
      ) : settings.data ? (
        // What somebody else saved meanwhile begins the form anew.
        <SettingsForm key={JSON.stringify(settings.data)} settings={settings.data} />
      ) : (
        <Skeleton h="32" />
      )}
    </Panel>
  );
}

function SettingsForm({ settings }: { settings: CallReply<'getSettings'> }) {
  const isSuper = useMe()?.role === 'super_admin';
  const change = useChangeSettings();
  const [free, setFree] = useState(String(settings.defaultFreeCredits));
  const [charge, setCharge] = useState(settings.chargeForFallback);
  const isWhole = /^\d{1,3}$/.test(free.trim()) && Number(free) <= 100;
  const isChanged = Number(free) !== settings.defaultFreeCredits || charge !== settings.chargeForFallback;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) change.mutate({ defaultFreeCredits: Number(free), chargeForFallback: charge });
  };

  return (
    <chakra.form onSubmit={submit} noValidate>
      <Stack gap="5">
        <Field.Root invalid={!isWhole} disabled={!isSuper}>
          <Field.Label>{words.freeCreditsSetting}</Field.Label>
          <Input
            inputMode="numeric"
            maxW="8rem"
            autoComplete="off"
            value={free}
            onChange={(event) => setFree(event.target.value)}
          />
          <Field.HelperText>{words.freeCreditsHint}</Field.HelperText>
          <Field.ErrorText>{words.wholeNumber}</Field.ErrorText>
          <LastChange settings={settings} of="defaultFreeCredits" />
        </Field.Root>
        <Stack gap="1.5">
          <Switch.Root
            checked={charge}
            disabled={!isSuper}
            onCheckedChange={(details) => setCharge(details.checked)}
            colorPalette="basil"
            minH="11"
          >
            <Switch.HiddenInput />
            <Switch.Control>
              <Switch.Thumb />
            </Switch.Control>
            <Switch.Label fontWeight="500">{words.chargeForFallback}</Switch.Label>
          </Switch.Root>
          <Text fontSize="xs" color="fg.muted">
            {words.chargeHint}
          </Text>
          <LastChange settings={settings} of="chargeForFallback" />
        </Stack>
        {isSuper && (
          <HStack>
            <Button type="submit" disabled={!isChanged || !isWhole} loading={change.isPending}>
              {words.save}
            </Button>
          </HStack>
        )}
      </Stack>
    </chakra.form>
  );
}

function LastChange({ settings, of }: { settings: CallReply<'getSettings'>; of: keyof Settings }) {
  const change = settings.changes.find(({ setting }) => setting === of);
  if (!change) return null;
  return (
    <Text fontSize="xs" color="fg.muted">
      {words.changedBy(change.email ?? frame.unknown, timeOf(change.at))}
    </Text>
  );
}
