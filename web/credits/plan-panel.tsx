import { Alert, Button, Heading, HStack, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import type { Me } from '#shared/api/account.ts';
import type { SubscriptionStatus } from '#shared/api/billing.ts';
import { freePlanPoints, plans } from '#shared/domain/plans.ts';
import type { Checkout } from '#web/lib/billing.ts';
import { dateOf, priceOf } from '#web/lib/format.ts';
import { largeText } from '#web/ui/screens.ts';
import { Points } from './points.tsx';
import { words } from './words.ts';

interface PlanPanelProps {
  readonly me: Me;
  /** Undefined while the check runs or after it failed. */
  readonly status: SubscriptionStatus | undefined;
  readonly isChecking: boolean;
  /** Whether a plan was paid a moment ago. */
  readonly isExpecting: boolean;
  readonly checkout: Checkout;
  /** Whether maintenance prevents opening the payment provider's pages. */
  readonly isClosed: boolean;
}

/** The user's plan, its renewal or end, and a button for managing it. */
export function PlanPanel({ me, status, isChecking, isExpecting, checkout, isClosed }: PlanPanelProps) {
  const { subscription } = me;
  const plan = Object.values(plans).find(({ name }) => name === subscription.planName);
  return (
    <Stack
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border"
      borderRadius="card"
      p={{ base: '5', md: '6' }}
      gap="5"
    >
      <Stack gap="1">
        <Text fontSize="xs" color="fg.muted">
          {words.yourPlan}
        </Text>
        <HStack align="baseline" justify="space-between" gap="4" css={{ [largeText]: { flexWrap: 'wrap' } }}>
          <Heading as="h2" fontSize="xl" lineHeight="1.1">
            {plan?.name ?? words.planName[me.tier]}
          </Heading>
          {plan && (
            <Text whiteSpace="nowrap" css={{ ...tabular, [largeText]: { whiteSpace: 'normal' } }}>
              <Text as="span" fontWeight="600" fontSize="md">
                {priceOf(subscription.pricePence ?? plan.pricePence)}
              </Text>{' '}
              <Text as="span" color="fg.muted" fontSize="xs">
                {words.perMonth}
              </Text>
            </Text>
          )}
        </HStack>
      </Stack>
      {plan ? (
        <Next
          status={status}
          isChecking={isChecking}
          end={subscription.subscriptionEnd}
          hasPurchased={me.credits.creditsBalance > 0}
        />
      ) : isExpecting ? (
        <HStack role="status" gap="3">
          <Spinner size="sm" color="brand.solid" />
          <Text>{words.activating}</Text>
        </HStack>
      ) : me.tier === 'free' ? (
        <Points points={freePlanPoints(me.credits.freeCreditsLimit)} />
      ) : (
        <Text color="fg.muted">{words.keepsStarter}</Text>
      )}
      {plan && (
        <Stack gap="2" mt="auto" align="start">
          <Button
            variant="outline"
            disabled={isClosed}
            loading={checkout.opening === 'portal'}
            loadingText={words.opening}
            onClick={checkout.manage}
          >
            {words.manage}
          </Button>
          <Text fontSize="xs" color="fg.muted">
            {words.manageText}
          </Text>
        </Stack>
      )}
    </Stack>
  );
}

const tabular = { fontVariantNumeric: 'tabular-nums' } as const;

interface NextProps {
  readonly status: SubscriptionStatus | undefined;
  readonly isChecking: boolean;
  /** ISO time until which the plan is paid. */
  readonly end: string | null;
  /** Whether purchased credits keep the features of Starter after the plan ends. */
  readonly hasPurchased: boolean;
}

/** Whether and when the plan renews or ends; before the check, the end of the paid period. */
function Next({ status, isChecking, end, hasPurchased }: NextProps) {
  if (isChecking && !status) return <Skeleton h="1.4rem" w="12rem" maxW="full" />;
  const on = status?.subscribed ? status.subscriptionEnd : end;
  if (on === null) return null;
  const date = dateOf(on);
  if (!status?.subscribed) return <Text css={tabular}>{words.paidUntil(date)}</Text>;
  return (
    <Stack gap="3">
      {status.pastDue && <Text color="fg.warning">{words.paymentDue}</Text>}
      {status.nextPlan ? (
        <Coming title={words.changes(status.nextPlan, date)} text={words.changesText(status.planName)} />
      ) : status.cancelAtPeriodEnd ? (
        <Coming
          title={words.ends(date)}
          text={`${words.endsText} ${hasPurchased ? words.keepsStarter : words.becomesFree}`}
        />
      ) : (
        !status.pastDue && <Text css={tabular}>{words.renews(date)}</Text>
      )}
    </Stack>
  );
}

/** A coming change of the plan, and its meaning. */
function Coming({ title, text }: { title: string; text: string }) {
  return (
    <Stack gap="0.5">
      <Text fontWeight="600" css={tabular}>
        {title}
      </Text>
      <Text fontSize="xs" color="fg.muted">
        {text}
      </Text>
    </Stack>
  );
}

interface PastDueProps extends Pick<PlanPanelProps, 'checkout' | 'isClosed'> {
  /** Whether the plan was cancelled: it ends although the payment succeeds. */
  readonly isEnding: boolean;
}

/** Shows that the last payment failed, with a button for updating the card. */
export function PastDue({ checkout, isClosed, isEnding }: PastDueProps) {
  return (
    <Alert.Root
      status="warning"
      role="alert"
      borderRadius="card"
      mb="4"
      alignItems={{ base: 'start', md: 'center' }}
    >
      <Alert.Indicator />
      <Stack flex="1" direction={{ base: 'column', md: 'row' }} align={{ md: 'center' }} gap="3">
        <Stack flex="1" gap="0.5">
          <Alert.Title fontWeight="700">{words.pastDue}</Alert.Title>
          <Alert.Description>{words.pastDueText(isEnding)}</Alert.Description>
        </Stack>
        <Button
          colorPalette="brand"
          alignSelf={{ base: 'start', md: 'center' }}
          disabled={isClosed}
          loading={checkout.opening === 'portal'}
          loadingText={words.opening}
          onClick={checkout.manage}
        >
          {words.updateCard}
        </Button>
      </Stack>
    </Alert.Root>
  );
}
