import { Box, Button, Heading, HStack, Spinner, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import { useState } from 'react';
import type { GenerationSource } from '#shared/api/generations.ts';
import type { Photo, PhotoCheck } from '#shared/api/photos.ts';
import type { Platform } from '#shared/domain/platforms.ts';
import { call } from '#web/lib/api.ts';
import { isTransient, messageOf } from '#web/lib/api-error.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { readAfresh } from '#web/lib/read-afresh.ts';
import { repeated } from '#web/lib/repeated.ts';
import { saveLink } from '#web/lib/save-link.ts';
import { type Checked, checkKey, checkQuery, startedCheckQuery } from '#web/photos/check-queries.ts';
import { photoQuery, sourcePhotoQuery } from '#web/photos/photo-queries.ts';
import { largeText } from '#web/ui/screens.ts';
import { RepairedFile } from './repaired-file.tsx';
import { RouteResults } from './route-results.tsx';
import { words } from './words.ts';

interface PlatformCheckProps {
  readonly source: GenerationSource;
  /** Address of the upright photo; null while it is being loaded. */
  readonly src: string | null;
  readonly platform: Platform;
  readonly imageType: string;
}

/**
 * Checks on demand whether a platform would accept the chosen photo as it is, against its published requirements.
 * Problems that need no model can be repaired by one tap. The check never blocks anything.
 */
export function PlatformCheck(props: PlatformCheckProps) {
  const { platform, source } = props;
  const [wanted, setWanted] = useState(false);
  const found = useQuery({ ...sourcePhotoQuery(source), enabled: wanted });
  return (
    <Stack
      as="section"
      ref={keepFocus}
      aria-label={words.check}
      mt="3"
      px="5"
      py="4"
      gap="3"
      borderWidth="1px"
      borderColor="border"
      borderRadius="card"
    >
      <HStack gap="3" css={{ [largeText]: { flexWrap: 'wrap' } }}>
        <Box flexShrink="0" color="fg.muted">
          <ScanSearch size={19} aria-hidden />
        </Box>
        <Heading as="h2" fontSize="md" flex="1">
          {words.check}
        </Heading>
        {!wanted && (
          <Button variant="outline" size="sm" minH="10" onClick={() => setWanted(true)}>
            {words.checkNow}
          </Button>
        )}
      </HStack>
      {!wanted && <Text color="fg.muted">{words.checkText(platform.name)}</Text>}
      {wanted && found.isError && (
        <Failed text={messageOf(found.error)} onRetry={() => void found.refetch()} />
      )}
      {wanted && found.isPending && <Waiting />}
      {found.data && <CheckOfPhoto {...props} photo={found.data} />}
    </Stack>
  );
}

function CheckOfPhoto({ photo: first, ...props }: PlatformCheckProps & { readonly photo: Photo }) {
  const { data: photo } = useQuery(photoQuery(first));
  const checked = { photoId: photo.id, platform: props.platform.id, imageType: props.imageType };
  const started = useQuery(startedCheckQuery(checked));
  if (started.isError)
    return <Failed text={messageOf(started.error)} onRetry={() => void started.refetch()} />;
  if (!started.data) return <Waiting />;
  return <Results key={checkKey(checked).join()} {...props} checked={checked} first={started.data} />;
}

interface ResultsProps extends PlatformCheckProps {
  readonly checked: Checked;
  readonly first: PhotoCheck;
}

function Results({ checked, first, platform, src }: ResultsProps) {
  const client = useQueryClient();
  const { data: check } = useQuery(checkQuery(checked, first));
  const keep = async (changed: PhotoCheck) => {
    // A pending reply is older than this one.
    await client.cancelQueries({ queryKey: checkKey(checked) });
    client.setQueryData(checkKey(checked), changed);
  };
  const again = useMutation({
    mutationFn: () => call('createPhotoCheck', { params: { ...checked } }),
    onSuccess: keep,
  });
  const repair = useMutation({
    mutationFn: async (ruleId: string) => {
      const order = () => call('createRepair', { params: { ...checked }, body: { ruleId } });
      try {
        return await repeated(client, order);
      } catch (error) {
        const stored = isTransient(error) ? await readAfresh(client, checkQuery(checked, first)) : undefined;
        if (stored?.repair?.ruleId === ruleId && stored.repair.state !== 'failed') return stored;
        throw error;
      }
    },
    onSuccess: keep,
  });
  const save = useMutation({
    // The known link may have expired.
    mutationFn: () => call('getPhotoCheck', { params: { ...checked } }),
    onSuccess: async (fresh) => {
      await keep(fresh);
      if (fresh.repair?.file) saveLink(fresh.repair.file.url, '');
    },
  });
  const failure = repair.error ?? save.error;
  if (check.state === 'failed')
    return (
      <Failed
        text={again.error ? messageOf(again.error) : (check.message ?? words.checkFailed)}
        onRetry={() => again.mutate()}
        isBusy={again.isPending}
      />
    );
  if (check.state !== 'made') return <Waiting />;
  return (
    <>
      {check.routes.map((route) => (
        <RouteResults
          key={route.ruleId}
          platform={platform}
          route={route}
          isAlone={check.routes.length === 1}
          isLooking={check.unfinished && check.repair?.state !== 'making'}
          onRepair={() => repair.mutate(route.ruleId)}
          isBusy={
            repair.isPending
              ? repair.variables === route.ruleId
              : check.repair?.state === 'making' && check.repair.ruleId === route.ruleId
          }
        >
          {check.repair?.ruleId === route.ruleId && (
            <RepairedFile
              repair={check.repair}
              src={src}
              onSave={() => save.mutate()}
              isSaving={save.isPending}
            />
          )}
        </RouteResults>
      ))}
      {failure && (
        <Text role="alert" fontSize="sm" color="fg.error">
          {messageOf(failure)}
        </Text>
      )}
    </>
  );
}

function Waiting() {
  return (
    <HStack gap="3">
      <Spinner size="sm" />
      <Text fontSize="sm" role="status">
        {words.checking}
      </Text>
    </HStack>
  );
}

interface FailedProps {
  readonly text: string;
  readonly onRetry: () => void;
  readonly isBusy?: boolean;
}

function Failed({ text, onRetry, isBusy = false }: FailedProps) {
  return (
    <HStack gap="3">
      <Text flex="1" fontSize="sm" role="alert">
        {text}
      </Text>
      <Button variant="outline" size="sm" minH="10" loading={isBusy} onClick={onRetry}>
        {words.tryAgain}
      </Button>
    </HStack>
  );
}
