import { Box, Button, chakra, Heading, HStack, Spinner, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, ScanSearch, Wrench } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { GenerationSource } from '#shared/api/generations.ts';
import type { Photo, PhotoCheck } from '#shared/api/photos.ts';
import type { Box as Part } from '#shared/domain/dish-place.ts';
import type { Platform } from '#shared/domain/platforms.ts';
import { fileSize } from '#shared/domain/size-texts.ts';
import { CheckLines } from '#web/generations/check-lines.tsx';
import { words as checkWords, sourceOf } from '#web/generations/check-words.ts';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { saveLink } from '#web/lib/save-link.ts';
import { useKeptFocus } from '#web/lib/use-kept-focus.ts';
import { type Checked, checkKey, checkQuery, startedCheckQuery } from '#web/photos/check-queries.ts';
import { photoQuery, sourcePhotoQuery } from '#web/photos/photo-queries.ts';
import { Details } from '#web/ui/details.tsx';
import { largeText } from '#web/ui/screens.ts';
import { words } from './words.ts';

interface PlatformCheckProps {
  readonly source: GenerationSource;
  /** Address of the upright photo. */
  readonly src: string;
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
  const section = useKeptFocus<HTMLDivElement>();
  const found = useQuery({ ...sourcePhotoQuery(source), enabled: wanted });
  return (
    <Stack
      as="section"
      ref={section}
      tabIndex={-1}
      outline="none"
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
    mutationFn: (ruleId: string) => call('createRepair', { params: { ...checked }, body: { ruleId } }),
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
            <Repaired
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

interface RouteResultsProps {
  readonly platform: Platform;
  readonly route: PhotoCheck['routes'][number];
  /** Whether the platform has only one published requirement for this image type. */
  readonly isAlone: boolean;
  readonly isLooking: boolean;
  readonly onRepair: () => void;
  readonly isBusy: boolean;
  readonly children: ReactNode;
}

function RouteResults({
  platform,
  route,
  isAlone,
  isLooking,
  onRepair,
  isBusy,
  children,
}: RouteResultsProps) {
  const { results, repairs } = route;
  const fails = results.filter(({ verdict }) => verdict === 'fail');
  const advice = results.filter(({ verdict }) => verdict === 'advice');
  const rest = results.filter(({ verdict }) => verdict !== 'fail' && verdict !== 'advice');
  const source = results.find((result) => result.source !== null)?.source ?? null;
  return (
    <Stack gap="3" pt={isAlone ? '0' : '2'}>
      <Box>
        {!isAlone && (
          <Text fontSize="sm" fontWeight="600">
            {words.routes[route.route]}
          </Text>
        )}
        <Text role="status" fontWeight="600">
          {isLooking ? words.looking : checkWords.outcome(platform.name, results)}
        </Text>
        <Text fontSize="xs" color="fg.muted">
          {source ? sourceOf(source) : checkWords.unverified}
        </Text>
      </Box>
      {fails.length > 0 && <CheckLines results={fails} />}
      {advice.length > 0 && (
        <Box>
          {fails.length > 0 && (
            <Text mb="2.5" fontSize="sm" fontWeight="600">
              {checkWords.advice(advice.length)}
            </Text>
          )}
          <CheckLines results={advice} />
        </Box>
      )}
      {repairs.length > 0 && !isLooking && (
        <Button
          alignSelf="start"
          size="sm"
          minH="11"
          variant="outline"
          loading={isBusy}
          loadingText={words.repairing}
          onClick={onRepair}
        >
          <Wrench size={16} aria-hidden />
          {words.repair(repairs)}
        </Button>
      )}
      {children}
      {rest.length > 0 && (
        <Details summary={checkWords.others(rest)}>
          <CheckLines results={rest} />
        </Details>
      )}
    </Stack>
  );
}

interface RepairedProps {
  readonly repair: NonNullable<PhotoCheck['repair']>;
  readonly src: string;
  readonly onSave: () => void;
  readonly isSaving: boolean;
}

/** The repaired file, with a button to save it. */
function Repaired({ repair, src, onSave, isSaving }: RepairedProps) {
  const { file, state, message } = repair;
  if (state === 'failed')
    return (
      <Text role="alert" fontSize="sm" color="fg.error">
        {message ?? words.repairFailed}
      </Text>
    );
  if (!file) return null;
  const left = file.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'advice');
  return (
    <HStack gap="4" align="start" borderRadius="l2" bg="bg.muted" p="3" flexWrap="wrap">
      <PartOf src={src} part={file.crop} ratio={file.width / file.height} />
      <Stack flex="1" minW="12rem" gap="2">
        <Text role="status" fontSize="sm" fontWeight="600">
          {words.repaired(file.width, file.height, fileSize(file.bytes))}
        </Text>
        <Text fontSize="sm" color="fg.muted">
          {words.leftOver(left.map(({ check }) => checkWords.checks[check]))}
        </Text>
        <Button alignSelf="start" size="sm" minH="11" loading={isSaving} onClick={onSave}>
          <Download size={16} aria-hidden />
          {words.saveRepaired}
        </Button>
      </Stack>
    </HStack>
  );
}

/** The part of the photo that was kept, as the file shows it. */
function PartOf({ src, part, ratio }: { src: string; part: Part | null; ratio: number }) {
  const { left, top, width, height } = part ?? { left: 0, top: 0, width: 1, height: 1 };
  return (
    <Box
      position="relative"
      overflow="hidden"
      w="8rem"
      flexShrink="0"
      borderRadius="l1"
      style={{ aspectRatio: ratio }}
    >
      <chakra.img
        src={src}
        alt=""
        position="absolute"
        maxW="none"
        style={{
          width: `${100 / width}%`,
          height: `${100 / height}%`,
          left: `${(-100 * left) / width}%`,
          top: `${(-100 * top) / height}%`,
        }}
      />
    </Box>
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
