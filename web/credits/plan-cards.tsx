import { Badge, Box, Button, Grid, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import type { Me } from '#shared/api/account.ts';
import type { SubscriptionStatus } from '#shared/api/billing.ts';
import { type Plan, plans } from '#shared/domain/plans.ts';
import type { Checkout } from '#web/lib/billing.ts';
import { dateOf, priceOf } from '#web/lib/format.ts';
import { words as shared } from '#web/lib/words.ts';
import { largeText } from '#web/ui/screens.ts';
import { Leader } from './leader.tsx';
import { Points } from './points.tsx';
import { SectionTitle } from './section-title.tsx';
import { words } from './words.ts';

interface PlanCardsProps {
  readonly current: Me['subscription']['planName'];
  /** Undefined while the check runs or after it failed. */
  readonly status: SubscriptionStatus | undefined;
  readonly checkout: Checkout;
}

/** The plans, their features, and a button to change to each. */
export function PlanCards(props: PlanCardsProps) {
  return (
    <Box as="section" mt="12">
      <SectionTitle title={words.plans} text={words.plansText} />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: '1fr 1fr' }} gap="4">
        {[plans.starter, plans.pro].map((plan) => (
          <PlanCard key={plan.id} plan={plan} {...props} />
        ))}
      </Grid>
    </Box>
  );
}

function PlanCard({ plan, current, status, checkout }: PlanCardsProps & { readonly plan: Plan }) {
  const isCurrent = plan.name === current;
  const startsOn = status?.nextPlan === plan.name ? status.subscriptionEnd : null;
  const isStrong = plan.id === 'pro';
  return (
    <Stack
      as="article"
      aria-label={plan.name}
      bg={isStrong ? 'saffron.subtle' : 'bg.panel'}
      borderWidth="1px"
      borderColor={isStrong ? 'saffron.border' : 'border'}
      borderRadius="card"
      p={{ base: '5', md: '6' }}
      gap="5"
    >
      <Stack gap="1">
        <HStack align="baseline" gap="3" css={{ [largeText]: { flexWrap: 'wrap' } }}>
          <Heading as="h3" fontSize="lg">
            {plan.name}
          </Heading>
          <Leader />
          <Text fontFamily="heading" fontWeight="700" fontSize="lg" css={tabular}>
            {priceOf(plan.pricePence)}
          </Text>
        </HStack>
        <HStack
          justify="space-between"
          gap="4"
          fontSize="xs"
          color="fg.muted"
          css={{ [largeText]: { flexWrap: 'wrap' } }}
        >
          <Text>{plan.summary}</Text>
          <Text whiteSpace="nowrap">{words.perMonth}</Text>
        </HStack>
      </Stack>
      <Points points={plan.points} />
      {isCurrent ? (
        <HStack minH="11">
          <Badge colorPalette="basil" variant="solid" size="lg" borderRadius="pill" px="3.5" py="1.5">
            <Check size={15} strokeWidth={3} aria-hidden />
            {words.currentPlan}
          </Badge>
        </HStack>
      ) : startsOn ? (
        <HStack minH="11">
          <Badge colorPalette="saffron" size="lg" borderRadius="pill" px="3.5" py="1.5" css={tabular}>
            {words.startsOn(dateOf(startsOn))}
          </Badge>
        </HStack>
      ) : (
        <Stack gap="2">
          <Button
            variant={isStrong ? 'solid' : 'outline'}
            loading={checkout.opening === plan.id || (current === 'Pro' && checkout.opening === 'portal')}
            loadingText={words.opening}
            disabled={checkout.opening !== undefined}
            onClick={() => checkout.subscribe(plan.id)}
          >
            {current === 'none' ? words.choose(plan.name) : words.switchTo(plan.name)}
          </Button>
          {current !== 'none' && (
            <Text fontSize="xs" color="fg.muted">
              {isStrong ? `${shared.replacesPlan} ${shared.keepsCredits}` : shared.smallerPlan}
            </Text>
          )}
        </Stack>
      )}
    </Stack>
  );
}

const tabular = { fontVariantNumeric: 'tabular-nums' } as const;
