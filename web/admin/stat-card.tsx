import { Grid, Skeleton, Stack, Text } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface StatCardProps {
  readonly label: string;
  /** Absent while it is being read. */
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

/** Figures side by side, as many as there is room for. */
export function StatGrid({ children, min = '12.5rem' }: { children: ReactNode; min?: string }) {
  return (
    <Grid
      as="ul"
      listStyleType="none"
      templateColumns={`repeat(auto-fill, minmax(min(100%, ${min}), 1fr))`}
      gap="3"
    >
      {children}
    </Grid>
  );
}
