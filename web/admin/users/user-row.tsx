import { Badge, Box, Button, HStack, Stack, Table, Text } from '@chakra-ui/react';
import { PencilLine, Trash2 } from 'lucide-react';
import type { AdminUser } from '#shared/api/admin.ts';
import { bucketsOf } from '#shared/domain/credits.ts';
import { planLabel } from '#shared/domain/plans.ts';
import { dateOf, numberOf } from '#web/lib/format.ts';
import { largeText } from '#web/ui/screens.ts';
import { words as frame } from '../words.ts';
import { words } from './words.ts';

interface UserRowProps {
  readonly user: AdminUser;
  readonly onAdjust: () => void;
  readonly onDelete: () => void;
}

export function UserRow({ user, onAdjust, onDelete }: UserRowProps) {
  const { email, fullName, companyName, createdAt, planName, tier, role, deleting, credits } = user;
  const buckets = credits && bucketsOf(credits);
  const who = [fullName, companyName].filter(Boolean).join(' · ');
  const named = email ?? words.emailUnavailable;
  const plan = planLabel(planName, tier);
  const isPaid = planName !== 'none' || tier !== 'free';
  return (
    <Table.Row color={deleting ? 'fg.muted' : undefined}>
      <Table.Cell>
        <Stack gap="0" py="0.5">
          <HStack columnGap="2" rowGap="0.5" wrap="wrap">
            <Text fontWeight="600">{named}</Text>
            {role && (
              <Badge size="sm" colorPalette="saffron" borderRadius="pill">
                {role === 'super_admin' ? frame.superAdmin : frame.admin}
              </Badge>
            )}
            {deleting && (
              <Badge size="sm" borderRadius="pill">
                {words.deleting}
              </Badge>
            )}
          </HStack>
          {who && (
            <Text fontSize="xs" color="fg.muted">
              {who}
            </Text>
          )}
          <Text fontSize="xs" color="fg.muted" hideFrom="xl">
            {words.createdOn(dateOf(createdAt))}
          </Text>
          <Text fontSize="xs" hideFrom="md" fontVariantNumeric="tabular-nums">
            {words.account(plan, buckets)}
          </Text>
        </Stack>
      </Table.Cell>
      <Table.Cell hideBelow="xl">{dateOf(createdAt)}</Table.Cell>
      <Table.Cell hideBelow="md" color={isPaid ? undefined : 'fg.muted'}>
        {plan}
      </Table.Cell>
      {(['purchased', 'subscription', 'free'] as const).map((bucket) => (
        <Table.Cell key={bucket} hideBelow="md" textAlign="end" fontVariantNumeric="tabular-nums">
          {buckets ? numberOf(buckets[bucket]) : '–'}
        </Table.Cell>
      ))}
      <Table.Cell py="1">
        <Box
          display="flex"
          justifyContent="end"
          gap="1"
          css={{ [largeText]: { flexDirection: 'column', alignItems: 'end' } }}
        >
          <Button
            variant="ghost"
            size="sm"
            px="0"
            title={words.adjust}
            aria-label={`${words.adjust}: ${named}`}
            disabled={deleting || !credits}
            onClick={onAdjust}
          >
            <PencilLine size={17} aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="sm"
            px="0"
            title={words.remove}
            aria-label={`${words.remove}: ${named}`}
            disabled={deleting || role !== null}
            onClick={onDelete}
          >
            <Trash2 size={17} aria-hidden />
          </Button>
        </Box>
      </Table.Cell>
    </Table.Row>
  );
}
