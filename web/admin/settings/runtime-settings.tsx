import {
  Button,
  Checkbox,
  CheckboxGroup,
  Fieldset,
  HStack,
  Skeleton,
  Stack,
  Switch,
  Text,
} from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Control, useController, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { maxPackLabel, type RuntimeSettings as Settings, settingsSchema } from '#shared/api/admin.ts';
import { askForAdapter } from '#shared/domain/adapters.ts';
import { adapterNames, maintenanceModes } from '#shared/domain/maintenance.ts';
import { useMe } from '#web/lib/account.ts';
import type { CallReply } from '#web/lib/api-client.ts';
import { changedFields } from '#web/lib/changed-fields.ts';
import { timeOf } from '#web/lib/format.ts';
import { useDiscardQuestion } from '#web/lib/use-discard-question.ts';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { Form, SelectField, TextField } from '#web/ui/form.tsx';
import { idle } from '#web/ui/idle.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Panel } from '../panel.tsx';
import { words as frame } from '../words.ts';
import { numberText } from './number-text.ts';
import { settingsQuery, useChangeSettings } from './settings-queries.ts';
import { words } from './words.ts';

/** Settings that take effect while the product runs, and who changed them last. */
export function RuntimeSettings() {
  const settings = useQuery(settingsQuery);
  return (
    <Panel title={words.settings} text={words.settingsText}>
      {settings.isError && !settings.data ? (
        <LoadFailed query={settings} title={words.fetchFailed} inPanel />
      ) : settings.data ? (
        <SettingsForm settings={settings.data} />
      ) : (
        <Skeleton h="32" />
      )}
    </Panel>
  );
}

const contract = settingsSchema.shape;

/** The contract's settings, with numbers as text. */
const formSchema = z.object({
  chargeForFallback: z.boolean(),
  dishReadings: z.boolean(),
  defaultFreeCredits: numberText(contract.defaultFreeCredits, words.wholeNumber),
  maintenance: z.enum(maintenanceModes),
  outpaintCredits: numberText(contract.outpaintCredits, words.outpaintNumber),
  specialPackLabel: z.string().check(z.trim(), z.maxLength(maxPackLabel, words.labelTooLong)),
  stoppedAdapters: z.array(z.enum(adapterNames)).check(z.refine((stopped) => !askForAdapter(stopped))),
});

type FormValues = z.input<typeof formSchema>;

function toForm(settings: Settings): FormValues {
  return {
    chargeForFallback: settings.chargeForFallback,
    dishReadings: settings.dishReadings,
    defaultFreeCredits: String(settings.defaultFreeCredits),
    maintenance: settings.maintenance,
    outpaintCredits: String(settings.outpaintCredits),
    specialPackLabel: settings.specialPackLabel,
    stoppedAdapters: settings.stoppedAdapters,
  };
}

/** Replaces the options of the form. */
const fromScratch = { keepDirtyValues: false, keepDirty: false, keepErrors: false };

function SettingsForm({ settings }: { settings: CallReply<'getSettings'> }) {
  const isSuper = useMe()?.role === 'super_admin';
  const form = useForm({
    resolver: zodResolver(formSchema),
    mode: 'onChange',
    values: toForm(settings),
    // Settings that are read again leave alone what is being edited.
    resetOptions: { keepDirtyValues: true, keepDirty: true, keepErrors: true },
  });
  // All are read in each render: react-hook-form computes only what is read.
  const { dirtyFields, isDirty, isValid } = form.formState;
  // For a field that is being edited, what it showed before: the API refuses to overwrite anything newer.
  const [seen, setSeen] = useState(settings);
  useEffect(() => {
    const isEdited = ([name]: [string, unknown]) => name in dirtyFields;
    setSeen((before) => ({ ...settings, ...Object.fromEntries(Object.entries(before).filter(isEdited)) }));
  }, [settings, dirtyFields]);
  const change = useChangeSettings({
    onSaved: (now) => form.reset(toForm(now), fromScratch),
    onConflict: (now) => {
      const theirs = changedFields(toForm(now), toForm(seen));
      for (const name of Object.keys(theirs) as (keyof FormValues)[])
        form.resetField(name, { defaultValue: toForm(now)[name] });
      setSeen(now);
    },
  });
  const question = useDiscardQuestion(isDirty && !change.isPending);
  const save = (values: z.output<typeof formSchema>) => {
    const changed = changedFields(values, settings);
    const isChanged = ([name]: [string, unknown]) => name in changed;
    change.mutate({ ...changed, seen: Object.fromEntries(Object.entries(seen).filter(isChanged)) });
  };
  return (
    <Form form={form} onSubmit={save} isSending={change.isPending}>
      <Stack gap="5">
        <Stack gap="1.5">
          <TextField
            control={form.control}
            name="defaultFreeCredits"
            label={words.freeCreditsSetting}
            hint={words.freeCreditsHint}
            inputMode="numeric"
            maxW="8rem"
            autoComplete="off"
            disabled={!isSuper}
          />
          <LastChange settings={settings} of="defaultFreeCredits" />
        </Stack>
        <Stack gap="1.5">
          <TextField
            control={form.control}
            name="outpaintCredits"
            label={words.outpaintCredits}
            hint={words.outpaintHint}
            inputMode="numeric"
            maxW="8rem"
            autoComplete="off"
            disabled={!isSuper}
          />
          <LastChange settings={settings} of="outpaintCredits" />
        </Stack>
        <Stack gap="1.5">
          <TextField
            control={form.control}
            name="specialPackLabel"
            label={words.packLabel}
            hint={words.packLabelHint}
            maxW="16rem"
            autoComplete="off"
            disabled={!isSuper}
          />
          <LastChange settings={settings} of="specialPackLabel" />
        </Stack>
        <SwitchField
          control={form.control}
          name="chargeForFallback"
          label={words.chargeForFallback}
          hint={words.chargeHint}
          settings={settings}
          disabled={!isSuper}
        />
        <SwitchField
          control={form.control}
          name="dishReadings"
          label={words.dishReadings}
          hint={words.dishReadingsHint}
          settings={settings}
          disabled={!isSuper}
        />
        <Stack gap="1.5">
          <SelectField
            control={form.control}
            name="maintenance"
            label={words.maintenance}
            options={maintenanceOptions}
            disabled={!isSuper}
          />
          <Text fontSize="xs" color="fg.muted">
            {words.maintenanceHint}
          </Text>
          <LastChange settings={settings} of="maintenance" />
        </Stack>
        <StoppedAdapters control={form.control} settings={settings} disabled={!isSuper} />
        {isSuper && (
          <HStack>
            <Button type="submit" loading={change.isPending} {...idle(!isDirty || !isValid)}>
              {words.save}
            </Button>
          </HStack>
        )}
      </Stack>
      <DiscardDialog question={question} />
    </Form>
  );
}

function SwitchField<Out>(props: {
  control: Control<FormValues, unknown, Out>;
  name: 'chargeForFallback' | 'dishReadings';
  label: string;
  hint: string;
  settings: CallReply<'getSettings'>;
  disabled: boolean;
}) {
  const { control, name, label, hint, settings, disabled } = props;
  const { field } = useController({ control, name });
  return (
    <Stack gap="1.5">
      <Switch.Root
        name={field.name}
        checked={field.value}
        disabled={disabled}
        onCheckedChange={(details) => field.onChange(details.checked)}
        colorPalette="basil"
        minH="11"
      >
        <Switch.HiddenInput ref={field.ref} onBlur={field.onBlur} />
        <Switch.Control>
          <Switch.Thumb />
        </Switch.Control>
        <Switch.Label fontWeight="500">{label}</Switch.Label>
      </Switch.Root>
      <Text fontSize="xs" color="fg.muted">
        {hint}
      </Text>
      <LastChange settings={settings} of={name} />
    </Stack>
  );
}

const maintenanceOptions = maintenanceModes.map((id) => ({ id, name: words.maintenanceModes[id] }));

function StoppedAdapters<Out>(props: {
  control: Control<FormValues, unknown, Out>;
  settings: CallReply<'getSettings'>;
  disabled: boolean;
}) {
  const { field } = useController({ control: props.control, name: 'stoppedAdapters' });
  // Shown after a change here as well as for loaded settings: the form cannot be saved until it is solved.
  const missing = askForAdapter(field.value);
  return (
    <Fieldset.Root disabled={props.disabled} invalid={missing !== undefined}>
      <Fieldset.Legend fontSize="sm" fontWeight="500">
        {words.stoppedAdapters}
      </Fieldset.Legend>
      <CheckboxGroup
        name={field.name}
        value={field.value}
        onValueChange={(chosen) => field.onChange(adapterNames.filter((name) => chosen.includes(name)))}
        gap="1"
      >
        {adapterNames.map((name) => (
          <Checkbox.Root key={name} value={name} disabled={props.disabled} minH="9">
            <Checkbox.HiddenInput />
            <Checkbox.Control />
            <Checkbox.Label>{name}</Checkbox.Label>
          </Checkbox.Root>
        ))}
      </CheckboxGroup>
      <Text fontSize="xs" color="fg.muted">
        {words.stoppedHint}
      </Text>
      <Fieldset.ErrorText>{missing}</Fieldset.ErrorText>
      <LastChange settings={props.settings} of="stoppedAdapters" />
    </Fieldset.Root>
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
