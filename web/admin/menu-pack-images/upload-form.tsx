import { Button, Heading, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  type MenuPackImage,
  menuPackPlatforms,
  menuPackSections,
  siteAdminRoutes,
} from '#shared/api/site.ts';
import { FileSlot } from '#web/admin/site-images/file-slot.tsx';
import { UploadBar } from '#web/admin/site-images/upload-bar.tsx';
import { useSiteUpload } from '#web/admin/site-images/use-site-upload.ts';
import { words as shared } from '#web/admin/site-images/words.ts';
import { call } from '#web/lib/api.ts';
import { changedFields } from '#web/lib/changed-fields.ts';
import { notify } from '#web/lib/notify.ts';
import { useDiscardQuestion } from '#web/lib/use-discard-question.ts';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { Form, SelectField, TextField } from '#web/ui/form.tsx';
import { menuPackImagesQuery } from './menu-pack-images-query.ts';
import { words } from './words.ts';

type Section = MenuPackImage['section'];

const { section, platform, title } = siteAdminRoutes.addMenuPackImage.body.shape;
const fileSchema = z.custom<File | undefined>((file) => file instanceof File, shared.bothFiles);

/**
 * The contract's pair with files instead of uploads, and the position as text; empty means the suggested position.
 */
const pairSchema = z
  .object({
    section,
    platform,
    title,
    displayOrder: z.pipe(
      z.string().check(z.trim(), z.regex(/^\d{0,4}$/, words.orderWrong)),
      z.transform((place) => (place === '' ? undefined : Number(place))),
    ),
    before: fileSchema,
    after: fileSchema,
  })
  .check(
    z.refine((pair) => pair.section !== 'platform_guide' || pair.platform !== null, {
      path: ['platform'],
      error: words.platformMissing,
      // Runs even if another field is invalid.
      when: () => true,
    }),
  );

const sections = menuPackSections.map((id) => ({ id, name: words.sections[id] }));
const platforms = menuPackPlatforms.map((id) => ({ id, name: words.platforms[id] }));

/** Adds a pair to the menu-pack page. `nextOrder` returns the suggested position in a section. */
export function UploadForm({ nextOrder }: { readonly nextOrder: (section: Section) => number }) {
  const form = useForm({
    resolver: zodResolver(pairSchema),
    defaultValues: {
      section: 'comparison',
      platform: null,
      title: '',
      displayOrder: '',
      before: undefined,
      after: undefined,
    },
  });
  const { control } = form;
  const before = useController({ control, name: 'before' });
  const after = useController({ control, name: 'after' });
  const { section: chosen, title: typedTitle, displayOrder: typedOrder } = form.watch();
  const { begin, cancel, publish } = useSiteUpload({
    queryKey: menuPackImagesQuery.queryKey,
    readImages: () => call('listAllMenuPackImages', {}),
    uploaded: words.uploaded,
  });
  /** The upload that is shown; `progress` is 0 to 1. */
  const [upload, setUpload] = useState<{ controller: AbortController; progress: number }>();
  const sending = upload !== undefined;
  // An upload that is left is cancelled, which a message says.
  const isUnsaved = [before.field.value, after.field.value, typedTitle, typedOrder].some(Boolean) && !sending;
  const question = useDiscardQuestion(isUnsaved);

  async function send(pair: z.output<typeof pairSchema>): Promise<void> {
    if (!pair.before || !pair.after) return;
    const controller = begin();
    setUpload({ controller, progress: 0 });
    const typed = form.getValues();
    const { before: _before, after: _after, ...rest } = pair;
    const body = {
      ...rest,
      platform: pair.section === 'platform_guide' ? pair.platform : null,
      displayOrder: pair.displayOrder ?? nextOrder(pair.section),
    };
    const outcome = await publish(controller, {
      files: [pair.after, pair.before],
      only: 'image',
      values: JSON.stringify(rest),
      onProgress: (progress) => setUpload({ controller, progress }),
      add: ([uploadId = '', beforeUploadId = '']) =>
        call('addMenuPackImage', { body: { ...body, uploadId, beforeUploadId } }),
    });
    // A later upload may be shown by now.
    if (outcome.state === 'cancelled') return;
    setUpload(undefined);
    if (outcome.state === 'failed') {
      notify.error(words.uploadFailed(outcome.problem));
      return;
    }
    const { title, displayOrder, ...others } = form.getValues();
    form.reset({
      ...others,
      title: '',
      displayOrder: '',
      before: undefined,
      after: undefined,
      // Typed meanwhile, for the next pair.
      ...changedFields({ title, displayOrder }, typed),
    });
  }

  return (
    <Form
      form={form}
      onSubmit={(pair) => void send(pair)}
      isSending={false}
      display="flex"
      flexDirection="column"
      aria-labelledby="add-a-pair"
      gap="4"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.muted"
      borderRadius="card"
      p={{ base: '4', md: '5' }}
    >
      <Heading as="h2" id="add-a-pair" fontSize="lg">
        {words.form}
      </Heading>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="5">
        <Stack gap="4">
          <SelectField control={control} name="section" label={words.section} options={sections} />
          {chosen === 'platform_guide' && (
            <SelectField
              control={control}
              name="platform"
              label={words.platform}
              none={words.choosePlatform}
              options={platforms}
            />
          )}
          <TextField control={control} name="title" label={words.titleField} isOptional maxLength={200} />
          <TextField
            control={control}
            name="displayOrder"
            label={words.order}
            type="number"
            min={0}
            max={9999}
            step={1}
            placeholder={String(nextOrder(chosen))}
            maxW="10rem"
          />
        </Stack>
        <Stack gap="2">
          <HStack gap="4" align="start">
            <FileSlot
              label={shared.before}
              file={before.field.value}
              onFile={before.field.onChange}
              error={before.fieldState.error?.message}
              disabled={sending}
            />
            <FileSlot
              label={shared.after}
              file={after.field.value}
              onFile={after.field.onChange}
              error={after.fieldState.error?.message}
              disabled={sending}
            />
          </HStack>
          <Text fontSize="xs" color="fg.muted">
            {shared.hint}
          </Text>
        </Stack>
      </SimpleGrid>
      {upload && (
        <UploadBar
          name={`${before.field.value?.name} + ${after.field.value?.name}`}
          progress={upload.progress}
          onCancel={() => {
            cancel(upload.controller);
            setUpload(undefined);
          }}
        />
      )}
      <Button type="submit" loading={sending} alignSelf="start">
        <ImageUp size={18} aria-hidden />
        {words.upload}
      </Button>
      <DiscardDialog question={question} />
    </Form>
  );
}
