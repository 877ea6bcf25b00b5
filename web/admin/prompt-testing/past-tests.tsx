import {
  Badge,
  Box,
  chakra,
  Heading,
  HStack,
  IconButton,
  Skeleton,
  Stack,
  Text,
  VisuallyHidden,
} from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PromptTest } from '#shared/api/prompt-tests.ts';
import { dateOf } from '#web/lib/format.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { largeText } from '#web/ui/screens.ts';
import { isRunning, promptTestsQuery, useDeletePromptTest } from './prompt-test-queries.ts';
import { words } from './words.ts';

interface PastTestsProps {
  readonly currentId: string | undefined;
  readonly onOpen: (test: PromptTest) => void;
  readonly onDeleted: (testId: string) => void;
}

/** Past tests with their verdicts. */
export function PastTests({ currentId, onOpen, onDeleted }: PastTestsProps) {
  const query = useInfiniteQuery(promptTestsQuery);
  const remove = useDeletePromptTest(onDeleted);
  const [doomed, setDoomed] = useState<string>();
  const tests = query.data?.pages.flatMap(({ items }) => items);
  return (
    <Stack as="section" aria-labelledby="past-tests" gap="4">
      <Box>
        <Heading as="h2" id="past-tests" fontSize="lg">
          {words.past}
        </Heading>
        <Text color="fg.muted">{tests?.length === 0 ? words.noPast : words.pastHelp}</Text>
      </Box>
      {query.isError && !tests && <LoadFailed query={query} title={words.fetchFailed} inPanel />}
      {query.isPending && (
        <Stack gap="2">
          <Skeleton h="5.5rem" />
          <Skeleton h="5.5rem" />
        </Stack>
      )}
      <Stack as="ul" ref={keepFocus} listStyleType="none" gap="2">
        {tests?.map((test) => (
          <Row
            key={test.id}
            test={test}
            isCurrent={test.id === currentId}
            onOpen={() => onOpen(test)}
            onDelete={() => setDoomed(test.id)}
          />
        ))}
      </Stack>
      <MoreButton query={query} />
      <ConfirmDialog
        open={doomed !== undefined}
        title={words.deleteTitle}
        text={words.deleteText}
        confirm={words.delete}
        onConfirm={() => doomed !== undefined && remove.mutate(doomed)}
        onClose={() => setDoomed(undefined)}
      />
    </Stack>
  );
}

interface RowProps {
  readonly test: PromptTest;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

function Row({ test, isCurrent, onOpen, onDelete }: RowProps) {
  const { a, b, verdict, note } = test;
  const names = [...new Set([a.config.productName, b.config.productName])].join(' / ');
  return (
    <HStack
      as="li"
      bg="bg.panel"
      borderWidth="1px"
      borderColor={isCurrent ? 'brand.solid' : 'border.muted'}
      borderRadius="card"
      pe="1"
      gap="1"
      overflow="hidden"
    >
      <chakra.button
        type="button"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onOpen}
        display="flex"
        flexDirection={{ base: 'column', sm: 'row' }}
        alignItems={{ base: 'start', sm: 'center' }}
        columnGap="4"
        rowGap="2"
        flex="1"
        minW="0"
        p="2"
        css={{ [largeText]: { flexDirection: 'column', alignItems: 'start' } }}
        textAlign="start"
        cursor="pointer"
        _hover={{ bg: 'bg.subtle' }}
        focusVisibleRing="inside"
      >
        <VisuallyHidden>{words.open}</VisuallyHidden>
        <HStack gap="1" flexShrink="0" css={{ [largeText]: { flexWrap: 'wrap' } }}>
          {[a, b].map((side, index) => (
            <Box
              // biome-ignore lint/suspicious/noArrayIndexKey: always two items.
              key={index}
              boxSize="4.5rem"
              borderRadius="l2"
              overflow="hidden"
              bg="bg.muted"
            >
              {side.previewUrl && (
                <chakra.img
                  src={side.previewUrl}
                  alt=""
                  loading="lazy"
                  decoding="async"
                  w="full"
                  h="full"
                  objectFit="cover"
                />
              )}
            </Box>
          ))}
        </HStack>
        <Box minW="0" flex="1">
          <HStack gap="2" wrap="wrap">
            <Text fontWeight="600" lineClamp={1}>
              {names}
            </Text>
            <Badge
              variant={verdict ? 'solid' : 'surface'}
              colorPalette={verdict && verdict !== 'neither' ? 'basil' : 'gray'}
              borderRadius="pill"
              px="2.5"
            >
              {verdict ? words.verdicts[verdict] : words.notJudged}
            </Badge>
          </HStack>
          <Text fontSize="xs" color="fg.muted" lineClamp={2}>
            {dateOf(test.createdAt)}
            {note && ` · ${note}`}
          </Text>
          {(['a', 'b'] as const).map(
            (side) =>
              test[side].fidelity && (
                <Text key={side} fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                  {`${words.result[side]}: ${words.fidelity(test[side].fidelity)}`}
                </Text>
              ),
          )}
        </Box>
      </chakra.button>
      <IconButton
        variant="ghost"
        aria-label={`${words.delete} ${names}`}
        disabled={isRunning(test)}
        onClick={onDelete}
      >
        <Trash2 size={18} />
      </IconButton>
    </HStack>
  );
}
