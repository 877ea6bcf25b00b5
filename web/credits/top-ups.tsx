import { Badge, Box, Button, Grid, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { Catalogue } from '#shared/api/billing.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { type Checkout, catalogueQuery } from '#web/lib/billing.ts';
import { priceOf } from '#web/lib/format.ts';
import { words as shared } from '#web/lib/words.ts';
import { largeText, narrowRows } from '#web/ui/screens.ts';
import { Leader } from './leader.tsx';
import { SectionTitle } from './section-title.tsx';
import { words } from './words.ts';

/** The top-up packs, as a menu lists its dishes. For subscribers only. */
export function TopUps({ checkout }: { checkout: Checkout }) {
  const catalogue = useQuery(catalogueQuery);
  return (
    <Box as="section" mt="12" aria-label={words.topUps}>
      <SectionTitle title={words.topUps} text={words.topUpsText} />
      <Stack
        as="ul"
        listStyleType="none"
        gap="0"
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border"
        borderRadius="card"
        px={{ base: '5', md: '6' }}
      >
        {catalogue.data ? (
          catalogue.data.packs.map((pack) => <PackRow key={pack.id} pack={pack} checkout={checkout} />)
        ) : catalogue.isError ? (
          <HStack as="li" py="5" justify="space-between" gap="4" wrap="wrap">
            <Stack gap="0">
              <Text fontWeight="600">{words.packsFailed}</Text>
              <Text color="fg.muted" fontSize="xs">
                {messageOf(catalogue.error)}
              </Text>
            </Stack>
            <Button variant="outline" loading={catalogue.isFetching} onClick={() => void catalogue.refetch()}>
              {shared.tryAgain}
            </Button>
          </HStack>
        ) : (
          [0, 1, 2].map((row) => (
            <Box as="li" key={row} {...rowStyle}>
              <Skeleton h="11" />
            </Box>
          ))
        )}
      </Stack>
    </Box>
  );
}

const buttonBelow = { gridTemplateColumns: 'minmax(0, 1fr)', '& > button': { justifySelf: 'start' } };

const rowStyle = {
  py: '4',
  borderTopWidth: '1px',
  borderColor: 'border.muted',
  _first: { borderTopWidth: '0' },
};

function PackRow({ pack, checkout }: { pack: Catalogue['packs'][number]; checkout: Checkout }) {
  const { id, credits, label, pricePence, pencePerCredit } = pack;
  return (
    <Grid
      as="li"
      {...rowStyle}
      templateColumns="minmax(0, 1fr) auto"
      columnGap={{ base: '4', md: '6' }}
      rowGap="3"
      alignItems="center"
      css={{ [narrowRows]: buttonBelow, [largeText]: buttonBelow }}
    >
      <Stack gap="1" minW="0">
        <HStack align="baseline" gap="3" css={{ [largeText]: { flexWrap: 'wrap' } }}>
          <Text fontFamily="heading" fontWeight="700" fontSize="md" whiteSpace="nowrap" css={tabular}>
            {words.credits(credits)}
          </Text>
          <Leader />
          <Text fontFamily="heading" fontWeight="700" fontSize="md" css={tabular}>
            {priceOf(pricePence)}
          </Text>
        </HStack>
        <HStack justify="space-between" gap="3" css={{ [largeText]: { flexWrap: 'wrap' } }}>
          {label === '' ? (
            <span />
          ) : (
            <Badge colorPalette="basil" size="md" borderRadius="pill" px="2.5" minW="0" whiteSpace="normal">
              {label}
            </Badge>
          )}
          <Text fontSize="xs" color="fg.muted" whiteSpace="nowrap" css={tabular}>
            {words.penceEach(pencePerCredit)}
          </Text>
        </HStack>
      </Stack>
      <Button
        variant="outline"
        minW="5.5rem"
        aria-label={words.buyCredits(credits)}
        loading={checkout.opening === id}
        disabled={checkout.opening !== undefined}
        onClick={() => checkout.buy(id)}
      >
        {words.buy}
      </Button>
    </Grid>
  );
}

const tabular = { fontVariantNumeric: 'tabular-nums' } as const;
