import { Box, Heading, Stack, Text } from '@chakra-ui/react';
import { expectedMinutes } from '#shared/domain/whole-menu.ts';
import { useMe } from '#web/lib/account.ts';
import { type MenuDraft, platformsOf } from './menu-draft.ts';
import { words } from './words.ts';

/** Cost and duration of a menu, before anything is spent. */
export function CostPanel({ draft: { rows, targets } }: { draft: MenuDraft }) {
  const available = useMe()?.credits.available;
  const dishes = rows.filter(({ upload }) => upload.state !== 'failed').length;
  if (dishes === 0 || available === undefined) return null;
  const [slowest] = platformsOf(targets)
    .filter(({ reviewDays }) => reviewDays !== null)
    .sort((a, b) => (b.reviewDays ?? 0) - (a.reviewDays ?? 0));
  return (
    <Box mt="6" borderRadius="card" bg={available < dishes ? 'saffron.subtle' : 'bg.muted'} p="5">
      <Heading as="h2" fontSize="md" mb="2">
        {words.cost}
      </Heading>
      <Stack as="ul" gap="1.5" listStyleType="none" fontVariantNumeric="tabular-nums">
        <Text as="li" fontWeight="600">
          {available < dishes ? words.costShort(dishes, available) : words.costCredits(dishes, available)}
        </Text>
        <Text as="li">{words.costMinutes(expectedMinutes(dishes))}</Text>
        {slowest?.reviewDays && <Text as="li">{words.costReview(slowest.name, slowest.reviewDays)}</Text>}
        <Text as="li" color="fg.muted" fontSize="xs">
          {words.costFailed}
        </Text>
      </Stack>
    </Box>
  );
}
