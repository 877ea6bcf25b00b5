import { Box, chakra, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { Check, ClipboardCheck } from 'lucide-react';
import { imageTypeById, type PhotoRequirement, platformById } from '#shared/domain/platforms.ts';
import { dateOf } from '#web/lib/format.ts';
import { alternativeOf, type MenuDraft, targetOf } from './menu-draft.ts';
import { words } from './words.ts';

/**
 * The file to upload for the chosen image type, and the platform's rules for it. The platform's other published rules,
 * with sources and dates, are folded away, because its pages contradict each other.
 */
export function RequirementsPanel({ draft }: { draft: MenuDraft }) {
  const platform = draft.platform === null ? undefined : platformById(draft.platform);
  if (platform === undefined) return null;
  const imageType = draft.imageType === null ? undefined : imageTypeById(platform, draft.imageType);
  const target = targetOf(draft);
  const alternative = imageType && alternativeOf(platform.id, imageType.id);
  const file = alternative ?? target;
  const published = platform.requirements.filter(({ use }) => use === imageType?.use);
  return (
    <Box mt="6" borderRadius="card" bg="bg.muted" p="5">
      <HStack gap="2.5" mb="3">
        <ClipboardCheck size={19} aria-hidden />
        <Heading as="h2" fontSize="md">
          {words.requirements(platform.name)}
        </Heading>
      </HStack>
      {imageType ? (
        <>
          <Text fontSize="md" fontWeight="700" fontFamily="heading" fontVariantNumeric="tabular-nums">
            {words.uploadThis(file.width, file.height)}
          </Text>
          <Text mt="1" color="fg.muted" fontVariantNumeric="tabular-nums">
            {alternative ? words.secondReason(platform.name, target.width, target.height) : words.jpeg}
          </Text>
        </>
      ) : (
        <Text>{words.firstChooseType}</Text>
      )}
      {platform.contentRules.length > 0 && (
        <Stack as="ul" gap="2" mt="3" listStyleType="none">
          {platform.contentRules.map((rule) => (
            <HStack as="li" key={rule} gap="2.5" align="start">
              <Box pt="0.5">
                <Check size={16} aria-hidden />
              </Box>
              <Text>{rule}</Text>
            </HStack>
          ))}
        </Stack>
      )}
      <chakra.details mt="3">
        <chakra.summary
          cursor="pointer"
          minH="11"
          display="flex"
          alignItems="center"
          fontSize="xs"
          fontWeight="600"
          color="fg.muted"
          focusVisibleRing="outside"
          borderRadius="l1"
        >
          {words.sources}
        </chakra.summary>
        <Stack as="ul" gap="2.5" listStyleType="none" fontSize="xs" color="fg.muted">
          <Text as="li">{words.guidance(platform.name, platform.guidance)}</Text>
          {published.map(({ size, source }) => (
            <Box as="li" key={`${size} ${source.name}`}>
              <Text>{size}</Text>
              <Text>{sourceOf(source)}</Text>
            </Box>
          ))}
          {imageType && published.length === 0 && <Text as="li">{words.unverified}</Text>}
        </Stack>
      </chakra.details>
    </Box>
  );
}

function sourceOf({ name, readOn, collection }: PhotoRequirement['source']): string {
  const source = words.source(name, readOn && dateOf(readOn));
  return collection ? words.sourceIn(source, collection) : source;
}
