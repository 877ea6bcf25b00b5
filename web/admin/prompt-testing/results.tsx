import { Box, Button, chakra, Heading, HStack, SimpleGrid, Spinner, Stack, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { CircleAlert, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { type PromptTest, type PromptTestVariant, promptTestRoutes } from '#shared/api/prompt-tests.ts';
import { PictureDialog } from '#web/admin/site-images/picture-dialog.tsx';
import { call } from '#web/lib/api.ts';
import type { CallRequest } from '#web/lib/api-client.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { isOpen } from '#web/lib/is-open.ts';
import { notify } from '#web/lib/notify.ts';
import { saveLink } from '#web/lib/save-link.ts';
import { Form, TextAreaField } from '#web/ui/form.tsx';
import { idle } from '#web/ui/idle.ts';
import { largeText } from '#web/ui/screens.ts';
import { Sweep } from '#web/ui/sweep.tsx';
import { isRunning, useJudgePromptTest } from './prompt-test-queries.ts';
import { words } from './words.ts';

interface ResultsProps {
  readonly test: PromptTest;
  /** Told whether a verdict or its note waits to be saved. */
  readonly onUnsaved: (isUnsaved: boolean) => void;
}

const headingId = 'results';

/** Scrolls to the results and focuses their heading. */
export function focusResults(): void {
  const heading = document.getElementById(headingId);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

/** Both sides of a test next to each other, with the verdict. */
export function Results({ test, onUnsaved }: ResultsProps) {
  return (
    <Stack as="section" aria-labelledby={headingId} gap="4">
      <Heading as="h2" id={headingId} tabIndex={-1} outline="none" scrollMarginTop="5rem" fontSize="lg">
        {words.results}
      </Heading>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4" alignItems="start">
        <ResultCard test={test} side="a" />
        <ResultCard test={test} side="b" />
      </SimpleGrid>
      {!isRunning(test) && <Verdict key={test.id} test={test} onUnsaved={onUnsaved} />}
    </Stack>
  );
}

interface ResultCardProps {
  readonly test: PromptTest;
  readonly side: 'a' | 'b';
}

function ResultCard({ test, side }: ResultCardProps) {
  const variant = test[side];
  const [zoomed, setZoomed] = useState(false);
  const title = words.result[side];
  const ratio = variant.width / variant.height;

  async function download(): Promise<void> {
    try {
      const { url, fileName } = await call('downloadPromptTest', {
        params: { testId: test.id },
        body: { variant: side },
      });
      saveLink(url, fileName);
    } catch (error) {
      notify.error(words.downloadFailed, { description: messageOf(error) });
    }
  }

  return (
    <Stack
      as="article"
      aria-label={title}
      gap="0"
      bg="bg.panel"
      borderWidth="1px"
      borderColor={test.verdict === side ? 'basil.solid' : 'border.muted'}
      borderRadius="card"
      overflow="hidden"
    >
      <Box bg="bg.muted" display="grid" placeItems="center" maxH="28rem" overflow="hidden">
        {variant.previewUrl ? (
          <chakra.button
            type="button"
            aria-label={words.zoom(title)}
            onClick={() => setZoomed(true)}
            cursor="zoom-in"
            display="block"
            focusVisibleRing="inside"
            style={{ width: `min(100%, calc(28rem * ${ratio}))`, aspectRatio: ratio }}
          >
            <chakra.img src={variant.previewUrl} alt="" w="full" h="full" objectFit="cover" />
          </chakra.button>
        ) : (
          <Waiting variant={variant} originalUrl={test.originalUrl} ratio={ratio} />
        )}
      </Box>
      <Stack gap="2" px="4" py="3">
        <HStack justify="space-between" gap="3" css={{ [largeText]: { flexWrap: 'wrap' } }}>
          <Box minW="0">
            <Text fontWeight="600">{title}</Text>
            {variant.seconds !== null && (
              <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                {words.facts(variant.seconds, variant.cost, variant.adapter)}
              </Text>
            )}
            {variant.fidelity && (
              <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                {words.fidelity(variant.fidelity)}
              </Text>
            )}
          </Box>
          {variant.previewUrl && (
            <Button
              variant="outline"
              size="sm"
              aria-label={`${words.download} ${title}`}
              onClick={() => void download()}
            >
              <Download size={17} aria-hidden />
              {words.download}
            </Button>
          )}
        </HStack>
        <chakra.details fontSize="xs" color="fg.muted">
          <chakra.summary cursor="pointer" minH="11" display="flex" alignItems="center" fontWeight="500">
            {words.prompt}
          </chakra.summary>
          <Text whiteSpace="pre-wrap" pb="2">
            {variant.prompt}
          </Text>
        </chakra.details>
      </Stack>
      {zoomed && variant.previewUrl && (
        <PictureDialog title={title} ratio={ratio} onClose={() => setZoomed(false)}>
          <chakra.img src={variant.previewUrl} alt={title} w="full" borderRadius="card" />
        </PictureDialog>
      )}
    </Stack>
  );
}

interface WaitingProps {
  readonly variant: PromptTestVariant;
  readonly originalUrl: string | null;
  readonly ratio: number;
}

/** Replaces a missing picture by its progress or error. */
function Waiting({ variant, originalUrl, ratio }: WaitingProps) {
  const running = isOpen(variant);
  return (
    <Box
      position="relative"
      display="grid"
      placeItems="center"
      overflow="hidden"
      style={{ width: `min(100%, calc(28rem * ${ratio}))`, aspectRatio: ratio }}
      minH="12rem"
    >
      {running && originalUrl && (
        <chakra.img
          src={originalUrl}
          alt=""
          position="absolute"
          inset="0"
          w="full"
          h="full"
          objectFit="cover"
          opacity="0.45"
        />
      )}
      {running && <Sweep />}
      <Stack position="relative" align="center" textAlign="center" gap="2" p="5" maxW="22rem" role="status">
        {running ? <Spinner color="brand.solid" borderWidth="3px" /> : <CircleAlert size={26} aria-hidden />}
        <Text fontWeight="600">{running ? words.steps[variant.step] : variant.message}</Text>
      </Stack>
    </Box>
  );
}

/** The verdict on a test, with a note. */
function Verdict({ test, onUnsaved }: ResultsProps) {
  const judge = useJudgePromptTest(test.id);
  const { verdict, note } = test;
  const form = useForm({
    resolver: zodResolver(promptTestRoutes.judgePromptTest.body),
    values: { verdict, note },
    // A test that is read again leaves alone what is being edited.
    resetOptions: { keepDirtyValues: true, keepDirty: true, keepErrors: true },
  });
  const { dirtyFields, isDirty } = form.formState;
  useEffect(() => {
    onUnsaved(isDirty);
    return () => onUnsaved(false);
  }, [isDirty, onUnsaved]);
  // Only what was changed here: another admin may have judged the test meanwhile.
  const save = (values: CallRequest<'judgePromptTest'>['body']) =>
    judge.mutate(
      {
        ...(dirtyFields.verdict && { verdict: values.verdict }),
        ...(dirtyFields.note && { note: values.note }),
      },
      {
        onSuccess: (now) =>
          form.reset({ verdict: now.verdict, note: now.note }, { keepDirtyValues: false, keepDirty: false }),
      },
    );
  const choice = useController({ control: form.control, name: 'verdict' }).field;
  return (
    <Form
      form={form}
      onSubmit={save}
      isSending={judge.isPending}
      display="flex"
      flexDirection="column"
      gap="3"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.muted"
      borderRadius="card"
      p={{ base: '4', md: '5' }}
    >
      <Text fontWeight="600" id="verdict">
        {words.verdict}
      </Text>
      <HStack gap="2" wrap="wrap" role="group" aria-labelledby="verdict">
        {(['a', 'b', 'neither'] as const).map((id) => (
          <Button
            key={id}
            variant={choice.value === id ? 'solid' : 'outline'}
            aria-pressed={choice.value === id}
            onClick={() => choice.onChange(choice.value === id ? null : id)}
          >
            {words.verdicts[id]}
          </Button>
        ))}
      </HStack>
      <TextAreaField
        control={form.control}
        name="note"
        label={words.note}
        isOptional
        rows={2}
        maxLength={1000}
      />
      <Button type="submit" variant="outline" alignSelf="start" loading={judge.isPending} {...idle(!isDirty)}>
        {words.saveVerdict}
      </Button>
    </Form>
  );
}
