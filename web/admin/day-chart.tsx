import { Box, chakra, Heading, HStack, Skeleton, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { useState } from 'react';
import { dayOf, numberOf } from '#web/lib/format.ts';

interface DayChartProps {
  readonly title: string;
  /** What a value counts, for the table behind the chart: `Sign-ups`. */
  readonly unit: string;
  /** One value a day, oldest first; absent while it is being read. */
  readonly days: readonly { readonly day: string; readonly value: number }[] | undefined;
  /** How a value is written; whole numbers by default. */
  readonly format?: (value: number) => string;
  readonly tone?: 'brand' | 'basil' | 'saffron' | 'muted';
}

const height = 88;

const fills = {
  brand: 'var(--chakra-colors-brand-solid)',
  basil: 'var(--chakra-colors-basil-solid)',
  saffron: 'var(--chakra-colors-saffron-solid)',
  muted: 'var(--chakra-colors-border-emphasized)',
} as const;

/**
 * Bars, one for each day, with the sum above them. A day is read by pointing at it; whoever does not see the bars
 * gets a table.
 */
export function DayChart({ title, unit, days, format = numberOf, tone = 'brand' }: DayChartProps) {
  const [pointed, setPointed] = useState<number>();
  const sum = days?.reduce((total, { value }) => total + value, 0) ?? 0;
  const day = pointed === undefined ? undefined : days?.[pointed];
  return (
    <Stack
      as="section"
      aria-label={title}
      gap="3"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.muted"
      borderRadius="card"
      p="5"
      minW="0"
    >
      <HStack justify="space-between" align="baseline" gap="3">
        <Heading as="h2" fontSize="sm" letterSpacing="0" fontFamily="body" fontWeight="600">
          {title}
        </Heading>
        <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums" aria-hidden>
          {day ? `${dayOf(day.day)}: ${format(day.value)}` : days && `${format(sum)} in ${days.length} days`}
        </Text>
      </HStack>
      {days ? (
        <>
          <Bars days={days} fill={fills[tone]} pointed={pointed} onPoint={setPointed} />
          <HStack justify="space-between" fontSize="xs" color="fg.muted" aria-hidden>
            <span>{days[0] && dayOf(days[0].day)}</span>
            <span>{days.at(-1) && dayOf(days.at(-1)?.day ?? '')}</span>
          </HStack>
          <VisuallyHidden>
            <table>
              <caption>{title}</caption>
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  <th scope="col">{unit}</th>
                </tr>
              </thead>
              <tbody>
                {days.map(({ day: date, value }) => (
                  <tr key={date}>
                    <th scope="row">{dayOf(date)}</th>
                    <td>{format(value)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </VisuallyHidden>
        </>
      ) : (
        <Skeleton h={`${height + 24}px`} />
      )}
    </Stack>
  );
}

interface BarsProps {
  readonly days: NonNullable<DayChartProps['days']>;
  readonly fill: string;
  readonly pointed: number | undefined;
  readonly onPoint: (index: number | undefined) => void;
}

/** A day below zero (more went back than came in) hangs under the line. */
function Bars({ days, fill, pointed, onPoint }: BarsProps) {
  const top = Math.max(1, ...days.map(({ value }) => value));
  const bottom = Math.min(0, ...days.map(({ value }) => value));
  const y = (value: number) => ((top - value) / (top - bottom)) * height;
  const width = 100 / days.length;
  return (
    <Box onPointerLeave={() => onPoint(undefined)}>
      <chakra.svg
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        w="full"
        h={`${height}px`}
        display="block"
        aria-hidden
      >
        <line
          x1="0"
          x2="100"
          y1={y(0)}
          y2={y(0)}
          stroke="var(--chakra-colors-border)"
          vectorEffect="non-scaling-stroke"
        />
        {days.map(({ day, value }, index) => (
          <g key={day} onPointerEnter={() => onPoint(index)}>
            <rect x={index * width} y="0" width={width} height={height} fill="transparent" />
            <rect
              x={index * width + width * 0.14}
              y={Math.min(y(value), y(0))}
              width={width * 0.72}
              height={value === 0 ? 0 : Math.max(2, Math.abs(y(0) - y(value)))}
              rx="0.5"
              fill={fill}
              opacity={pointed === undefined || pointed === index ? 1 : 0.45}
            />
          </g>
        ))}
      </chakra.svg>
    </Box>
  );
}
