import { Box, Button, Spinner, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { FileCheck2 } from 'lucide-react';
import { useState } from 'react';
import type { ApprovalRecord } from '#shared/api/approvals.ts';
import { approvalText } from '#shared/approval-text.ts';
import { platformById } from '#shared/domain/platforms.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { saveText } from '#web/lib/save-link.ts';
import { Details } from '#web/ui/details.tsx';
import { approvalQuery } from './approval-query.ts';
import { CheckLines } from './check-lines.tsx';
import { words as checkWords } from './check-words.ts';
import type { Result } from './results.ts';
import { words } from './words.ts';

/** Whether the platform accepts a menu picture's file, and on demand the record of its approval. */
export function Approval({ result }: { result: Result }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Box ref={keepFocus} w="full">
      {isOpen ? (
        <OpenApproval key={result.variation} result={result} />
      ) : (
        <Button variant="ghost" ms="-4" onClick={() => setOpen(true)}>
          <FileCheck2 size={17} aria-hidden />
          {words.approval}
        </Button>
      )}
    </Box>
  );
}

function OpenApproval({ result }: { result: Result }) {
  const { data, isError, error, refetch } = useQuery(approvalQuery(result));
  const menu = result.generation.menu;
  const platform = menu ? platformById(menu.platform) : undefined;
  return (
    <Stack as="section" aria-label={words.approval} w="full" mt="2" gap="2.5" borderTopWidth="1px" pt="4">
      <Text fontWeight="600">{words.approval}</Text>
      {!data && !isError && <Spinner size="sm" aria-label={words.approvalLoading} />}
      {isError && !data && (
        <Text role="alert" fontSize="sm">
          {messageOf(error)}{' '}
          <Button variant="plain" size="sm" onClick={() => void refetch()}>
            {words.tryAgain}
          </Button>
        </Text>
      )}
      {data?.check && platform && (
        <Stack gap="2">
          <Text role="status" fontSize="sm">
            {checkWords.outcome(platform.name, data.check)}
          </Text>
          <Details summary={words.checkedLines(data.check.length)}>
            <CheckLines results={data.check} />
          </Details>
        </Stack>
      )}
      {data && <Record record={data.record} />}
    </Stack>
  );
}

function Record({ record }: { record: ApprovalRecord | null }) {
  if (record === null)
    return (
      <Text fontSize="sm" color="fg.muted">
        {words.notApproved}
      </Text>
    );
  const save = () => {
    const original = record.originalUrl;
    const text = approvalText(
      record,
      original === null ? words.notKept : new URL(original, location.origin).href,
    );
    saveText(text, words.recordName(record.dish));
  };
  return (
    <Stack gap="2" align="start">
      <Text fontSize="sm" color="fg.muted">
        {words.approved(record.approvedAt, record.approvedBy, record.files.length)}
      </Text>
      <Button variant="outline" colorPalette="gray" size="sm" minH="11" onClick={save}>
        {words.saveRecord}
      </Button>
    </Stack>
  );
}
