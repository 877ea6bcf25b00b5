import { Grid, Skeleton, Stack, Text } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface StatCardProps {
  readonly label: string;
  /** Undefined while loading. */
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly Icon?: LucideIcon;
}

/** One figure, large, with its name. */
export function StatCard({ label, value, note, Icon }: StatCardProps) {
  return (
    <Stack
      as="li"
      gap="1"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.muted"
      borderRadius="card"
      p="5"
      minW="0"
    >
      <Stack direction="row" justify="space-between" align="center" color="fg.muted" gap="3">
        <Text fontSize="xs" fontWeight="500">
          {label}
        </Text>
        {Icon && <Icon size={17} aria-hidden />}
      </Stack>
      {value === undefined ? (
        <Skeleton h="8" w="24" mt="1" />
      ) : (
        <Text
          fontFamily="heading"
          fontSize="xl"
          fontWeight="700"
          lineHeight="1.25"
          fontVariantNumeric="tabular-nums"
          letterSpacing="-0.01em"
        >
          {value}
        </Text>
      )}
      {note !== undefined && (
        <Text fontSize="xs" color="fg.muted">
          {note}
        </Text>
      )}
    </Stack>
  );
}

interface StatGridProps {
  /** Columns on a desktop: a divisor of the number of figures, so that no row has a gap. */
  readonly columns: 3 | 4;
  readonly children: ReactNode;
}

/** Figures side by side. */
export function StatGrid({ columns, children }: StatGridProps) {
  const fewer = columns === 4 ? 2 : 3;
  return (
    <Grid
      as="ul"
      listStyleType="none"
      templateColumns={{
        base: '1fr',
        sm: `repeat(${fewer}, minmax(0, 1fr))`,
        xl: `repeat(${columns}, minmax(0, 1fr))`,
      }}
      gap="3"
    >
      {children}
    </Grid>
  );
}
