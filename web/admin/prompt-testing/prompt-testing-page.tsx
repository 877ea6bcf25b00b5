import { Button, chakra, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { emptyPromptTestConfig, type PromptTest } from '#shared/api/prompt-tests.ts';
import { mayHaveSucceeded } from '#web/lib/api-error.ts';
import { changedFields } from '#web/lib/changed-fields.ts';
import { notify } from '#web/lib/notify.ts';
import { newId } from '#web/lib/server-time.ts';
import { useDiscardQuestion } from '#web/lib/use-discard-question.ts';
import { usePhotoUpload } from '#web/lib/use-photo-upload.ts';
import { words as shared } from '#web/lib/words.ts';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PhotoDrop } from '#web/ui/photo-drop.tsx';
import { UploadProblem } from '#web/ui/upload-problem.tsx';
import { AdminPage } from '../admin-page.tsx';
import { RedoReasons } from '../redo-reasons.tsx';
import { ConfigPanel, type PromptTestForm, promptTestFormSchema } from './config-panel.tsx';
import { PastTests } from './past-tests.tsx';
import { isRunning, promptTestQuery, useCreatePromptTest } from './prompt-test-queries.ts';
import { focusResults, Results } from './results.tsx';
import { words } from './words.ts';

/** `/admin/prompt-testing`: two prompts on one photo, side by side. The address names the open test. */
export function PromptTestingPage() {
  const [search, setSearch] = useSearchParams();
  const testId = search.get('test') ?? undefined;
  const form = useForm({
    resolver: zodResolver(promptTestFormSchema),
    defaultValues: { a: emptyPromptTestConfig, b: emptyPromptTestConfig },
  });
  const { dirtyFields, errors } = form.formState;
  const [isVerdictUnsaved, setVerdictUnsaved] = useState(false);
  const isUnsaved = isVerdictUnsaved || dirtyFields.a !== undefined || dirtyFields.b !== undefined;
  const question = useDiscardQuestion(isUnsaved);
  const [sent, setSent] = useState<string>();
  const upload = usePhotoUpload((uploadId, { preview }) => {
    form.setValue('uploadId', uploadId, { shouldValidate: true });
    setSent(preview);
  });
  const create = useCreatePromptTest();
  const query = useQuery({ ...promptTestQuery(testId ?? ''), enabled: testId !== undefined });
  const test = testId === undefined ? undefined : query.data;
  const generating = create.isPending || (test !== undefined && isRunning(test));
  useEndNotice(test);

  // A test opened by its address fills the form with its choices, once.
  const loaded = useRef<string>(undefined);
  useEffect(() => {
    if (!test || loaded.current === test.id) return;
    loaded.current = test.id;
    form.reset({ ...form.getValues(), a: test.a.config, b: test.b.config });
  }, [test, form]);

  /** Id of the test that was started here, until its results are shown. */
  const started = useRef<string>(undefined);
  useEffect(() => {
    if (!test || started.current !== test.id) return;
    started.current = undefined;
    focusResults();
  }, [test]);

  function generate(test: PromptTestForm): void {
    if (!generating) question.ask(isVerdictUnsaved, () => start(test));
  }

  function start(test: PromptTestForm): void {
    // The same request again asks for the same test, because only the reply to it may have been lost.
    const { variables: last, error } = create;
    const isRepeat = mayHaveSucceeded(error) && last && Object.keys(changedFields(test, last)).length === 0;
    create.mutate(
      { id: isRepeat ? last.id : newId(), ...test },
      {
        onSuccess: ({ id }) => {
          loaded.current = id;
          started.current = id;
          form.reset(form.getValues());
          question.leave(() => setSearch({ test: id }, { preventScrollReset: true }));
        },
      },
    );
  }

  const preview = upload.preview ?? sent;
  return (
    <AdminPage title={words.title} text={words.about}>
      <Stack gap="8">
        <Form
          form={form}
          onSubmit={generate}
          isSending={create.isPending}
          display="flex"
          flexDirection="column"
          gap="5"
        >
          <HStack gap="5" align="start" wrap={{ base: 'wrap', md: 'nowrap' }} maxW="44rem">
            {preview && (
              <chakra.img
                src={preview}
                alt={words.image}
                boxSize={{ base: 'full', md: '9rem' }}
                maxH="16rem"
                objectFit="cover"
                borderRadius="card"
                flexShrink="0"
              />
            )}
            <Stack flex="1" minW="min(16rem, 100%)" gap="3">
              <PhotoDrop
                title={preview ? words.replace : words.upload}
                hint={words.uploadHint}
                onFile={(file) => upload.start(file)}
                progress={upload.progress}
                onCancel={upload.cancel}
              />
              <UploadProblem upload={upload} retryLabel={shared.tryAgain} />
              {errors.uploadId && (
                <Text color="fg.error" fontSize="xs" role="alert">
                  {errors.uploadId.message}
                </Text>
              )}
            </Stack>
          </HStack>
          <SimpleGrid columns={{ base: 1, xl: 2 }} gap="4" alignItems="start">
            <ConfigPanel side="a" control={form.control} />
            <ConfigPanel
              side="b"
              control={form.control}
              onCopy={() => {
                const b = { ...form.getValues('a'), scene: form.getValues('b.scene') };
                form.setValue('b', b, { shouldDirty: true });
              }}
            />
          </SimpleGrid>
          <HStack gap="4" wrap="wrap">
            <Button
              type="submit"
              size="lg"
              loading={generating}
              loadingText={words.generating}
              // Until the photo that is shown is uploaded, the form holds the former one.
              disabled={upload.isUnfinished}
            >
              <FlaskConical size={20} aria-hidden />
              {words.generate}
            </Button>
            {test && generating && (
              <Text color="fg.muted" fontSize="xs">
                {`${words.panel.a}: ${words.steps[test.a.step]} · ${words.panel.b}: ${words.steps[test.b.step]}`}
              </Text>
            )}
          </HStack>
        </Form>
        {test && <Results test={test} onUnsaved={setVerdictUnsaved} />}
        {testId !== undefined && query.isError && !test && (
          <LoadFailed query={query} title={words.testUnread} inPanel />
        )}
        <RedoReasons />
        <PastTests
          currentId={testId}
          onOpen={({ id }) =>
            question.ask(isUnsaved && id !== testId, () => {
              question.leave(() => setSearch({ test: id }));
              window.scrollTo({ top: 0 });
            })
          }
          onDeleted={(id) => {
            if (id === testId) question.leave(() => setSearch({}, { replace: true }));
          }}
        />
        <DiscardDialog question={question} {...(isVerdictUnsaved && { text: words.verdictUnsaved })} />
      </Stack>
    </AdminPage>
  );
}

/** Shows a toast when a running test ends. */
function useEndNotice(test: PromptTest | undefined): void {
  const runningId = useRef<string>(undefined);
  useEffect(() => {
    if (!test) return;
    if (isRunning(test)) {
      runningId.current = test.id;
      return;
    }
    if (runningId.current !== test.id) return;
    runningId.current = undefined;
    const failed = [test.a, test.b].find(({ state }) => state === 'failed');
    if (failed) notify.error(words.failed(failed.message ?? ''));
    else notify.success(words.generated);
  }, [test]);
}
