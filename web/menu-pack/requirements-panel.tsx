import { Box, chakra, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Check, ClipboardCheck } from 'lucide-react';
import { contentTexts } from '#shared/domain/content-requirements.ts';
import { rulesFor } from '#shared/domain/platform-rules.ts';
import { imageTypeById, type Platform, platformById } from '#shared/domain/platforms.ts';
import { words as checkWords, sourceOf } from '#web/generations/check-words.ts';
import { platformRulesQuery } from '#web/generations/platform-rules-query.ts';
import { alternativeOf, type MenuDraft, targetOf } from './menu-draft.ts';
import { words } from './words.ts';

/**
 * The file to upload for the chosen image type, and the platform's rules for it. The platform's other published rules,
 * with sources and dates, are collapsed: its pages contradict each other.
 */
export function RequirementsPanel({ draft }: { draft: MenuDraft }) {
  const platform = draft.platform === null ? undefined : platformById(draft.platform);
  return platform ? <Requirements platform={platform} draft={draft} /> : null;
}

function Requirements({ platform, draft }: { platform: Platform; draft: MenuDraft }) {
  const imageType = draft.imageType === null ? undefined : imageTypeById(platform, draft.imageType);
  const target = targetOf(draft);
  const alternative = imageType && alternativeOf(platform.id, imageType.id);
  const file = alternative ?? target;
  // The built-in rules are shown until the server returns those with the operators' changes.
  const { data: rules = rulesFor(platform.id, imageType?.id ?? '') } = useQuery({
    ...platformRulesQuery(platform.id, imageType?.id ?? ''),
    enabled: imageType !== undefined,
  });
  const [first] = rules.length > 0 ? rules : rulesFor(platform.id, itemTypeOf(platform));
  const texts = first ? contentTexts(first) : [];
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
      {texts.length > 0 && (
        <Stack as="ul" gap="2" mt="3" listStyleType="none">
          {texts.map((text) => (
            <HStack as="li" key={text} gap="2.5" align="start">
              <Box pt="0.5">
                <Check size={16} aria-hidden />
              </Box>
              <Text>{text}</Text>
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
          {rules.map(({ id, size, source }) =>
            source ? (
              <Box as="li" key={id}>
                <Text>{size}</Text>
                <Text>{sourceOf(source)}</Text>
              </Box>
            ) : (
              <Text as="li" key={id}>
                {checkWords.unverified}
              </Text>
            ),
          )}
        </Stack>
      </chakra.details>
    </Box>
  );
}

/** The image type whose rules are shown until one is chosen. */
function itemTypeOf({ imageTypes }: Platform): string {
  return imageTypes.find(({ use }) => use === 'item')?.id ?? '';
}
