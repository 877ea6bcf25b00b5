import {
  Button,
  chakra,
  Field,
  Heading,
  HStack,
  Input,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
} from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type MenuPackImage, menuPackPlatforms, menuPackSections } from '#shared/api/site.ts';
import { FileSlot } from '#web/admin/site-images/file-slot.tsx';
import { prepareSiteFile } from '#web/admin/site-images/prepare-site-file.ts';
import { sendSiteFile } from '#web/admin/site-images/send-site-file.ts';
import { UploadBar } from '#web/admin/site-images/upload-bar.tsx';
import { words as shared } from '#web/admin/site-images/words.ts';
import { call } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notify } from '#web/lib/notify.ts';
import { PhotoError } from '#web/lib/photo.ts';
import { menuPackImagesQuery } from './menu-pack-images-query.ts';
import { words } from './words.ts';

type Section = MenuPackImage['section'];
type Platform = NonNullable<MenuPackImage['platform']>;

/** Adds a pair to the menu-pack page. `nextOrder` is the place that is offered for a section. */
export function UploadForm({ nextOrder }: { readonly nextOrder: (section: Section) => number }) {
  const client = useQueryClient();
  const [section, setSection] = useState<Section>('comparison');
  const [platform, setPlatform] = useState<Platform>();
  const [title, setTitle] = useState('');
  /** Undefined while it is the place that is offered. */
  const [order, setOrder] = useState<string>();
  const [before, setBefore] = useState<File>();
  const [after, setAfter] = useState<File>();
  /** 0 to 1 while files are on their way. */
  const [progress, setProgress] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const sending = progress !== undefined;

  function problem(): string | undefined {
    if (!before || !after) return shared.bothFiles;
    if (section === 'platform_guide' && !platform) return words.platformMissing;
    if (!/^\d{1,4}$/.test((order ?? '0').trim())) return words.orderWrong;
    return undefined;
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const found = problem();
    if (found || !before || !after || sending) {
      if (found) notify.error(found);
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setProgress(0);
    try {
      const files = [await prepareSiteFile(before, 'image'), await prepareSiteFile(after, 'image')];
      const ids: string[] = [];
      for (const [index, file] of files.entries()) {
        ids.push(await sendSiteFile(file, (share) => setProgress((index + share) / 2), signal));
      }
      setProgress(1);
      const [beforeUploadId = '', uploadId = ''] = ids;
      const place = order === undefined ? nextOrder(section) : Number.parseInt(order, 10);
      const body = {
        section,
        platform: section === 'platform_guide' ? (platform ?? null) : null,
        title,
        displayOrder: place,
        beforeUploadId,
        uploadId,
      };
      await call('addMenuPackImage', { body }, signal);
      await client.invalidateQueries({ queryKey: menuPackImagesQuery.queryKey });
      notify.success(words.uploaded);
      setBefore(undefined);
      setAfter(undefined);
      setTitle('');
      setOrder(undefined);
    } catch (error) {
      if (!signal.aborted) {
        notify.error(words.uploadFailed(error instanceof PhotoError ? error.message : messageOf(error)));
      }
    }
    setProgress(undefined);
  }

  return (
    <chakra.form
      noValidate
      onSubmit={(event) => void submit(event)}
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
          <Field.Root>
            <Field.Label>{words.section}</Field.Label>
            <NativeSelect.Root>
              <NativeSelect.Field
                value={section}
                onChange={(event) => setSection(event.target.value as Section)}
              >
                {menuPackSections.map((name) => (
                  <option key={name} value={name}>
                    {words.sections[name]}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </Field.Root>
          {section === 'platform_guide' && (
            <Field.Root>
              <Field.Label>{words.platform}</Field.Label>
              <NativeSelect.Root>
                <NativeSelect.Field
                  value={platform ?? ''}
                  onChange={(event) => setPlatform((event.target.value || undefined) as Platform | undefined)}
                >
                  <option value="">{words.choosePlatform}</option>
                  {menuPackPlatforms.map((name) => (
                    <option key={name} value={name}>
                      {words.platforms[name]}
                    </option>
                  ))}
                </NativeSelect.Field>
                <NativeSelect.Indicator />
              </NativeSelect.Root>
            </Field.Root>
          )}
          <Field.Root>
            <Field.Label>
              {words.titleField}
              <Text as="span" color="fg.muted" fontWeight="400">{` (${words.optional})`}</Text>
            </Field.Label>
            <Input value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
          </Field.Root>
          <Field.Root maxW="10rem">
            <Field.Label>{words.order}</Field.Label>
            <Input
              type="number"
              min={0}
              max={9999}
              step={1}
              value={order ?? String(nextOrder(section))}
              onChange={(event) => setOrder(event.target.value)}
            />
          </Field.Root>
        </Stack>
        <Stack gap="2">
          <HStack gap="4" align="start">
            <FileSlot label={shared.before} file={before} onFile={setBefore} disabled={sending} />
            <FileSlot label={shared.after} file={after} onFile={setAfter} disabled={sending} />
          </HStack>
          <Text fontSize="xs" color="fg.muted">
            {shared.hint}
          </Text>
        </Stack>
      </SimpleGrid>
      {sending && (
        <UploadBar
          name={`${before?.name} + ${after?.name}`}
          progress={progress}
          onCancel={() => {
            running.current?.abort();
            setProgress(undefined);
          }}
        />
      )}
      <Button type="submit" loading={sending} alignSelf="start">
        <ImageUp size={18} aria-hidden />
        {words.upload}
      </Button>
    </chakra.form>
  );
}
