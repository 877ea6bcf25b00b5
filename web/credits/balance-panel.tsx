import { HStack, Progress, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Me } from '#shared/api/account.ts';
import { bucketsOf } from '#shared/domain/credits.ts';
import { numberOf } from '#web/lib/format.ts';
import { monthlyAllowance, monthlyShare } from './monthly-credits.ts';
import { words } from './words.ts';

/** The available credits and the three buckets that hold them. */
export function BalancePanel({ me }: { me: Me }) {
  const { credits } = me;
  const { free, subscription, purchased } = bucketsOf(credits);
  const allowance = monthlyAllowance(me.subscription);
  return (
    <Stack bg="saffron.subtle" borderRadius="card" p={{ base: '5', md: '6' }} gap="5">
      <HStack gap="3" wrap="wrap">
        <Text fontFamily="heading" fontSize="2xl" fontWeight="700" lineHeight="1" css={tabular}>
          {numberOf(credits.available)}
        </Text>
        <Stack gap="0">
          <Text fontSize="md" fontWeight="600" lineHeight="1.3">
            {words.available(credits.available)}
          </Text>
          <Text fontSize="xs" color="fg.muted">
            {words.price}
          </Text>
        </Stack>
      </HStack>
      <Stack as="ul" listStyleType="none" gap="0" mt="auto">
        <Bucket name={words.free} amount={words.of(free, credits.freeCreditsLimit)} />
        <Bucket
          name={words.monthly}
          amount={words.of(subscription, allowance)}
          note={allowance > 0 ? words.rolledOver(subscription - allowance) : undefined}
        >
          {allowance > 0 && (
            <Progress.Root value={monthlyShare(subscription, allowance)} size="sm" colorPalette="saffron">
              <Progress.Track aria-label={words.monthly} borderRadius="pill" bg="bg.emphasized" shadow="none">
                <Progress.Range borderRadius="pill" />
              </Progress.Track>
            </Progress.Root>
          )}
        </Bucket>
        <Bucket name={words.purchased} amount={numberOf(purchased)} />
      </Stack>
    </Stack>
  );
}

const tabular = { fontVariantNumeric: 'tabular-nums' } as const;

interface BucketProps {
  readonly name: string;
  readonly amount: string;
  readonly note?: string | undefined;
  readonly children?: ReactNode;
}

function Bucket({ name, amount, note, children }: BucketProps) {
  return (
    <Stack as="li" gap="2" py="3" borderTopWidth="1px" borderColor="saffron.emphasized" _last={{ pb: '0' }}>
      <HStack justify="space-between" align="baseline" gap="4">
        <Text>{name}</Text>
        <Text fontWeight="600" css={tabular} textAlign="end">
          {amount}
          {note && (
            <Text as="span" fontWeight="400" fontSize="xs" color="fg.muted">
              {` · ${note}`}
            </Text>
          )}
        </Text>
      </HStack>
      {children}
    </Stack>
  );
}
