import {
  Button,
  Checkbox,
  CheckboxGroup,
  Dialog,
  Fieldset,
  Grid,
  HStack,
  Stack,
  Text,
} from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Control, useController, useForm } from 'react-hook-form';
import type { EditedRule } from '#shared/api/rules.ts';
import { contentChecks } from '#shared/domain/platforms.ts';
import { call } from '#web/lib/api.ts';
import { ApiError, messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { useDiscardQuestion } from '#web/lib/use-discard-question.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { Form, SelectField, TextField } from '#web/ui/form.tsx';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { fromForm, nameOf, type RuleFormValues, ruleFormSchema, today, toForm } from './rule-form.ts';
import { activityQuery, rulesQuery } from './settings-queries.ts';
import { words } from './words.ts';

interface RuleDialogProps {
  readonly item: EditedRule;
  readonly onClose: () => void;
}

/** Changes a rule, or takes all changes back. */
export function RuleDialog({ item, onClose }: RuleDialogProps) {
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
              <Pairs>
                <TextField {...number} name="minWidth" label={words.minWidth} />
                <TextField {...number} name="minHeight" label={words.minHeight} />
                <TextField {...number} name="maxWidth" label={words.maxWidth} />
                <TextField {...number} name="maxHeight" label={words.maxHeight} />
                <TextField {...number} name="ratioFrom" label={words.ratioFrom} />
                <TextField {...number} name="ratioTo" label={words.ratioTo} />
              </Pairs>
              <TextField {...number} name="maxBytes" label={words.megabytes} />
              <Choices control={control} name="formats" label={words.formats} options={words.formatNames} />
              <Choices control={control} name="advised" label={words.advised} options={words.advisedNames} />
              <Pairs>
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
              </Pairs>
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

/** Fields, two in a row. A row has one line each for labels, controls and errors, however long a label or an error is. */
function Pairs({ children }: { children: ReactNode }) {
  return (
    <Grid
      templateColumns="1fr 1fr"
      columnGap="3"
      rowGap="1.5"
      css={{
        '& > *': { display: 'grid', gridRow: 'span 3', gridTemplateRows: 'subgrid', alignItems: 'start' },
        '& label': { alignSelf: 'end' },
      }}
    >
      {children}
    </Grid>
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
