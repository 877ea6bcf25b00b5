import { Code, chakra, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { AuditLogEntry } from '#shared/api/admin.ts';
import { timeOf } from '#web/lib/format.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Panel } from '../panel.tsx';
import { words as frame } from '../words.ts';
import { activityQuery } from './settings-queries.ts';
import { words } from './words.ts';

/** The latest actions of admins, in words and as log entries. */
export function AdminActivity() {
  const activity = useQuery(activityQuery);
  const items = activity.data?.items;
  return (
    <Panel title={words.activity}>
      {activity.isError && !items ? (
        <LoadFailed query={activity} title={words.fetchFailed} inPanel />
      ) : !items ? (
        <Skeleton h="48" />
      ) : items.length === 0 ? (
        <Text color="fg.muted">{words.noActivity}</Text>
      ) : (
        <Stack as="ol" listStyleType="none" gap="0">
          {items.map((item) => (
            <Entry key={item.id} activity={item} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

function Entry({ activity }: { activity: AuditLogEntry }) {
  const { adminUserId, email, action, targetEmail, details, createdAt } = activity;
  const what = words.actions[action];
  const by = email ?? words.commands[adminUserId] ?? frame.unknown;
  const logged = [action, Object.keys(details).length > 0 && JSON.stringify(details)]
    .filter(Boolean)
    .join(' ');
  return (
    <Stack
      as="li"
      gap="1"
      py="3"
      borderTopWidth="1px"
      borderColor="border.muted"
      _first={{ borderTopWidth: '0', pt: '0' }}
      _last={{ pb: '0' }}
    >
      <HStack justify="space-between" align="baseline" columnGap="4" rowGap="0" wrap="wrap">
        <Text fontWeight="600">{what ?? action}</Text>
        <Text fontSize="xs" color="fg.muted" flexShrink="0">
          {timeOf(createdAt)}
        </Text>
      </HStack>
      <Text fontSize="xs" color="fg.muted" overflowWrap="anywhere">
        {words.doneBy(by, targetEmail)}
      </Text>
      <chakra.details>
        <chakra.summary fontSize="xs" color="fg.muted" cursor="pointer" minH="6" w="fit-content">
          {words.showDetails}
        </chakra.summary>
        <Code
          size="sm"
          bg="bg.muted"
          color="fg.muted"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
          alignSelf="start"
          px="2"
          py="1"
        >
          {logged}
        </Code>
      </chakra.details>
    </Stack>
  );
}
