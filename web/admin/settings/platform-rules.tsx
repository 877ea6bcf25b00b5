import { Button, chakra, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditedRule } from '#shared/api/rules.ts';
import { useMe } from '#web/lib/account.ts';
import { dateOfDay, timeOf } from '#web/lib/format.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Panel } from '../panel.tsx';
import { words as frame } from '../words.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { nameOf } from './rule-form.ts';
import { rulesQuery } from './settings-queries.ts';
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
