import {
  Button,
  Checkbox,
  CheckboxGroup,
  chakra,
  Dialog,
  Fieldset,
  Grid,
  HStack,
  Skeleton,
  Stack,
  Text,
} from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Control, useController, useForm } from 'react-hook-form';
import type { EditedRule } from '#shared/api/rules.ts';
import { contentChecks, platformById } from '#shared/domain/platforms.ts';
import { useMe } from '#web/lib/account.ts';
import { call } from '#web/lib/api.ts';
import { ApiError, messageOf } from '#web/lib/api-error.ts';
import { dateOfDay, timeOf } from '#web/lib/format.ts';
import { notify } from '#web/lib/notify.ts';
import { useDiscardQuestion } from '#web/lib/use-discard-question.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { Form, SelectField, TextField } from '#web/ui/form.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { Panel } from '../panel.tsx';
import { words as frame } from '../words.ts';
import { fromForm, type RuleFormValues, ruleFormSchema, today, toForm } from './rule-form.ts';
import { activityQuery, rulesQuery } from './settings-queries.ts';
import { words } from './words.ts';

/** The rules of the platforms as checks use them. A super admin enters changes that a platform has published. */
export function PlatformRules() {
  const rules = useQuery(rulesQuery);
  const [edited, setEdited] = useState<EditedRule>();
  const isSuper = useMe()?.role === 'super_admin';
  return (
    <Panel title={words.rules} text={words.rulesText}>
      {rules.isError && !rules.data ? (
        <LoadFailed query={rules} title={words.fetchFailed} inPanel />
      ) : rules.data ? (
        <Stack as="ul" listStyleType="none" gap="0">
          {rules.data.items.map((item) => (
            <Rule key={item.rule.id} item={item} onEdit={isSuper ? () => setEdited(item) : undefined} />
          ))}
        </Stack>
      ) : (
        <Skeleton h="48" />
      )}
      {edited && <RuleDialog key={edited.rule.id} item={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}

function nameOf({ rule }: EditedRule): string {
  const platform = platformById(rule.platform)?.name ?? rule.platform;
  return words.ruleName(platform, rule.use, rule.route);
}

function Rule({ item, onEdit }: { item: EditedRule; onEdit: (() => void) | undefined }) {
  const { rule, history } = item;
  const [latest] = history;
  return (
    <HStack
      as="li"
      gap="4"
      py="3"
      align="start"
      borderTopWidth="1px"
      borderColor="border.muted"
      _first={{ borderTopWidth: '0', pt: '0' }}
      _last={{ pb: '0' }}
    >
      <Stack flex="1" minW="0" gap="0.5">
        <Text fontWeight="600">{nameOf(item)}</Text>
        <Text fontSize="sm">{rule.size}</Text>
        <Text fontSize="xs" color="fg.muted">
          {rule.source
            ? words.ruleSource(rule.source.name, rule.source.readOn && dateOfDay(rule.source.readOn))
            : words.ruleUnverified}
        </Text>
        {latest && (
          <chakra.details fontSize="xs" color="fg.muted">
            <chakra.summary cursor="pointer" minH="9" display="flex" alignItems="center">
              {words.changedBy(latest.email ?? frame.unknown, timeOf(latest.at))}
            </chakra.summary>
            <Stack as="ol" listStyleType="none" gap="1">
              {history.map(({ at, email, change }) => (
                <Text as="li" key={at} overflowWrap="anywhere">
                  {`${timeOf(at)} · ${email ?? frame.unknown} · `}
                  {change
                    ? words.ruleSource(
                        change.source.name,
                        change.source.readOn && dateOfDay(change.source.readOn),
                      )
                    : words.ruleReset}
                </Text>
              ))}
            </Stack>
          </chakra.details>
        )}
      </Stack>
      {onEdit && (
        <Button
          variant="outline"
          size="sm"
          minH="10"
          aria-label={words.editRule(nameOf(item))}
          onClick={onEdit}
        >
          {words.edit}
        </Button>
      )}
    </HStack>
  );
}

function RuleDialog({ item, onClose }: { item: EditedRule; onClose: () => void }) {
  const client = useQueryClient();
  const { id: ruleId } = item.rule;
  // What was seen last: the API refuses to overwrite anything newer.
  const [seen, setSeen] = useState(item);
  const form = useForm({
    resolver: zodResolver(ruleFormSchema),
    defaultValues: toForm(item),
  });
  const change = useMutation({
    mutationFn: (body: ReturnType<typeof fromForm> | null) =>
      body
        ? call('changeRule', { params: { ruleId }, body: { ...body, seen: seen.changedAt } })
        : call('resetRule', {
            params: { ruleId },
            query: seen.changedAt === null ? {} : { seen: seen.changedAt },
          }),
    onSuccess: (changed) => {
      client.setQueryData(rulesQuery.queryKey, changed);
      notify.success(words.saved);
    },
    // What was typed stays, and is saved by the next attempt.
    onError: async (error) => {
      if (!(error instanceof ApiError && error.code === 'conflict')) return;
      const rules = await client.fetchQuery({ ...rulesQuery, staleTime: 0 }).catch(() => undefined);
      setSeen(rules?.items.find(({ rule }) => rule.id === ruleId) ?? seen);
    },
    onSettled: () => client.invalidateQueries({ queryKey: activityQuery.queryKey }),
  });
  const question = useDiscardQuestion(form.formState.isDirty && !change.isPending, onClose);
  // Not an option of the mutation: it would close another dialog that was opened meanwhile.
  const save = (body: ReturnType<typeof fromForm> | null) =>
    change.mutate(body, { onSuccess: () => question.leave(onClose) });
  const [isResetAsked, setResetAsked] = useState(false);
  const { control } = form;
  const number = { control, inputMode: 'decimal', autoComplete: 'off', isOptional: true } as const;
  const isChanged = seen.history[0]?.change != null;
  return (
    <>
      <SmallDialog onClose={question.close} title={nameOf(item)} description={words.ruleDialogText}>
        <Form form={form} onSubmit={(values) => save(fromForm(values))} isSending={change.isPending}>
          <Dialog.Body>
            <Stack gap="4">
              <Grid templateColumns="1fr 1fr" gap="3">
                <TextField {...number} name="minWidth" label={words.minWidth} />
                <TextField {...number} name="minHeight" label={words.minHeight} />
                <TextField {...number} name="maxWidth" label={words.maxWidth} />
                <TextField {...number} name="maxHeight" label={words.maxHeight} />
                <TextField {...number} name="ratioFrom" label={words.ratioFrom} />
                <TextField {...number} name="ratioTo" label={words.ratioTo} />
              </Grid>
              <TextField {...number} name="megabytes" label={words.megabytes} />
              <Choices control={control} name="formats" label={words.formats} options={words.formatNames} />
              <Choices control={control} name="advised" label={words.advised} options={words.advisedNames} />
              <Grid templateColumns="1fr 1fr" gap="3">
                {contentChecks.map((check) => (
                  <SelectField
                    key={check}
                    control={control}
                    name={`content.${check}`}
                    label={words.contentNames[check]}
                    none={words.notAsked}
                    options={words.weights}
                  />
                ))}
              </Grid>
              <TextField control={control} name="source" label={words.sourceLabel} autoComplete="off" />
              <TextField
                control={control}
                name="readOn"
                label={words.readOnLabel}
                type="date"
                max={today()}
              />
              {change.isError && (
                <Text role="alert" fontSize="sm" color="fg.error">
                  {messageOf(change.error)}
                </Text>
              )}
              {isChanged && (
                <Button
                  alignSelf="start"
                  variant="ghost"
                  size="sm"
                  minH="10"
                  ms="-3"
                  onClick={() => setResetAsked(true)}
                >
                  {words.resetRule}
                </Button>
              )}
            </Stack>
          </Dialog.Body>
          <SmallDialogFooter onCancel={question.close} action={words.save} isPending={change.isPending} />
        </Form>
      </SmallDialog>
      <DiscardDialog question={question} />
      <ConfirmDialog
        open={isResetAsked}
        title={words.resetRuleTitle}
        text={words.resetRuleText}
        confirm={words.resetRule}
        onConfirm={() => save(null)}
        onClose={() => setResetAsked(false)}
      />
    </>
  );
}

function Choices<Out>(props: {
  control: Control<RuleFormValues, unknown, Out>;
  name: 'formats' | 'advised';
  label: string;
  options: readonly { readonly id: string; readonly name: string }[];
}) {
  const { field } = useController({ control: props.control, name: props.name });
  return (
    <Fieldset.Root>
      <Fieldset.Legend fontSize="sm" fontWeight="500">
        {props.label}
      </Fieldset.Legend>
      <CheckboxGroup name={field.name} value={field.value} onValueChange={field.onChange} gap="1">
        <HStack wrap="wrap" columnGap="4">
          {props.options.map(({ id, name }) => (
            <Checkbox.Root key={id} value={id} minH="9">
              <Checkbox.HiddenInput />
              <Checkbox.Control />
              <Checkbox.Label>{name}</Checkbox.Label>
            </Checkbox.Root>
          ))}
        </HStack>
      </CheckboxGroup>
    </Fieldset.Root>
  );
}
