import { Box, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { Check, ClipboardCheck } from 'lucide-react';
import { imageTypeById, type PhotoRequirement, platformById } from '#shared/domain/platforms.ts';
import { dateOf } from '#web/lib/format.ts';
import { alternativeOf, type MenuDraft, targetOf } from './menu-draft.ts';
import { words } from './words.ts';

/** The requirements that the chosen platform publishes, with source and date, and the size of the file. */
export function RequirementsPanel({ draft }: { draft: MenuDraft }) {
  const platform = draft.platform === null ? undefined : platformById(draft.platform);
  if (platform === undefined) return null;
  const imageType = draft.imageType === null ? undefined : imageTypeById(platform, draft.imageType);
  const target = targetOf(draft);
  const alternative = imageType && alternativeOf(platform.id, imageType.id);
  const shown = platform.requirements.filter(({ use }) => imageType === undefined || use === imageType.use);
  return (
    <Box mt="6" borderRadius="card" bg="bg.muted" p="5">
      <HStack gap="2.5" mb="2">
        <ClipboardCheck size={19} aria-hidden />
        <Heading as="h2" fontSize="md">
          {words.requirements(platform.name)}
        </Heading>
      </HStack>
      <Text>{platform.guidance}</Text>
      {shown.length === 0 && (
        <Text mt="2" fontSize="xs" color="fg.muted">
          {words.unverified}
        </Text>
      )}
      <Stack as="ul" gap="2.5" mt="3" listStyleType="none">
        {shown.map(({ size, source, use }) => (
          <Box as="li" key={`${use} ${source.name}`}>
            <Text>{size}</Text>
            <Text fontSize="xs" color="fg.muted">
              {sourceOf(source)}
            </Text>
          </Box>
        ))}
        {platform.contentRules.map((rule) => (
          <HStack as="li" key={rule} gap="2.5" align="start">
            <Box pt="0.5">
              <Check size={16} aria-hidden />
            </Box>
            <Text>{rule}</Text>
          </HStack>
        ))}
      </Stack>
      {imageType && (
        <Box mt="4" pt="3" borderTopWidth="1px" borderColor="border">
          <Text fontWeight="600" fontVariantNumeric="tabular-nums">
            {words.target(target.width, target.height)}
          </Text>
          {alternative && (
            <Text mt="1" fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
              {words.alternative(alternative.width, alternative.height, alternative.reason)}
            </Text>
          )}
        </Box>
      )}
    </Box>
  );
}

function sourceOf({ name, readOn, collection }: PhotoRequirement['source']): string {
  const source = words.source(name, readOn && dateOf(readOn));
  return collection ? words.sourceIn(source, collection) : source;
}
