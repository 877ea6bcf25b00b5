import { Code, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { timeOf } from '#web/lib/format.ts';
import { ReadFailed } from '../admin-page.tsx';
import { Panel } from '../panel.tsx';
import { words as frame } from '../words.ts';
import { activityQuery } from './settings-queries.ts';
import { words } from './words.ts';

/** What admins did last, with the details as they were logged. */
export function AdminActivity() {
  const activity = useQuery(activityQuery);
  const items = activity.data?.items;
  return (
    <Panel title={words.activity}>
      {activity.isError && !items ? (
        <ReadFailed query={activity} title={words.fetchFailed} />
      ) : !items ? (
        <Skeleton h="48" />
      ) : items.length === 0 ? (
        <Text color="fg.muted">{words.noActivity}</Text>
      ) : (
        <Stack as="ol" listStyleType="none" gap="0">
          {items.map(({ id, email, action, details, createdAt }) => (
            <Stack
              as="li"
              key={id}
              gap="1"
              py="2.5"
              borderTopWidth="1px"
              borderColor="border.muted"
              _first={{ borderTopWidth: '0', pt: '0' }}
            >
              <HStack justify="space-between" gap="3" wrap="wrap">
                <HStack gap="2.5" minW="0" wrap="wrap">
                  <Text fontWeight="600" fontSize="xs" letterSpacing="0.02em">
                    {action}
                  </Text>
                  <Text color="fg.muted" lineClamp={1}>
                    {email ?? frame.unknown}
                  </Text>
                </HStack>
                <Text fontSize="xs" color="fg.muted" flexShrink="0">
                  {timeOf(createdAt)}
                </Text>
              </HStack>
              {Object.keys(details).length > 0 && (
                <Code
                  aria-label={words.details}
                  size="sm"
                  bg="bg.muted"
                  color="fg.muted"
                  whiteSpace="pre-wrap"
                  wordBreak="break-word"
                  alignSelf="start"
                  px="2"
                  py="1"
                >
                  {JSON.stringify(details)}
                </Code>
              )}
            </Stack>
          ))}
        </Stack>
      )}
    </Panel>
  );
}
