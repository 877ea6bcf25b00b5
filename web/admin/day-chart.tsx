import { Box, chakra, Heading, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { dayOf, numberOf } from '#web/lib/format.ts';
import { largeText } from '#web/ui/screens.ts';
import { words } from './words.ts';

interface DayChartProps {
  readonly title: string;
  /** The unit of a value, for the table: `Sign-ups`. */
  readonly unit: string;
  /** One value a day, oldest first; undefined while loading. */
  readonly days: readonly { readonly day: string; readonly value: number }[] | undefined;
  /** Formats a value; whole numbers by default. */
  readonly format?: (value: number) => string;
  readonly tone?: 'brand' | 'basil' | 'saffron' | 'muted';
  /** Without its own frame, for use inside a panel. */
  readonly plain?: boolean;
}

const height = 88;

const fills = {
  brand: 'var(--chakra-colors-chart-brand)',
  basil: 'var(--chakra-colors-chart-basil)',
  saffron: 'var(--chakra-colors-chart-saffron)',
  muted: 'var(--chakra-colors-chart-muted)',
} as const;

/**
 * A bar chart with one bar a day and the sum above. Pointing at a day shows its value; a table shows all of them.
 */
export function DayChart({
  title,
  unit,
  days,
  format = numberOf,
  tone = 'brand',
  plain = false,
}: DayChartProps) {
  const [pointed, setPointed] = useState<number>();
  const sum = days?.reduce((total, { value }) => total + value, 0) ?? 0;
  const most = Math.max(0, ...(days?.map(({ value }) => value) ?? []));
  const day = pointed === undefined ? undefined : days?.[pointed];
  return (
    <Stack
      as="section"
      aria-label={title}
      gap="3"
      minW="0"
      {...(!plain && {
        bg: 'bg.panel',
        borderWidth: '1px',
        borderColor: 'border.muted',
        borderRadius: 'card',
        p: '5',
      })}
    >
      <Stack gap="0">
        <Heading as="h2" fontSize="sm" letterSpacing="0" fontFamily="body" fontWeight="600">
          {title}
        </Heading>
        <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums" minH="1.5em" aria-hidden>
          {day ? `${dayOf(day.day)}: ${format(day.value)}` : days && `${format(sum)} in ${days.length} days`}
        </Text>
      </Stack>
      {days ? (
        <>
          <Bars days={days} fill={fills[tone]} pointed={pointed} onPoint={setPointed} />
          <HStack
            justify="space-between"
            fontSize="xs"
            color="fg.muted"
            fontVariantNumeric="tabular-nums"
            css={{ [largeText]: { flexWrap: 'wrap' } }}
            aria-hidden
          >
            <span>{days[0] && dayOf(days[0].day)}</span>
            {most > 0 && <span>{words.most(format(most))}</span>}
            <span>{days.at(-1) && dayOf(days.at(-1)?.day ?? '')}</span>
          </HStack>
          <chakra.details fontSize="xs" color="fg.muted" my="-2">
            <chakra.summary cursor="pointer" w="fit-content" minH="9" display="flex" alignItems="center">
              {words.showFigures}
            </chakra.summary>
            <chakra.table w="full" mb="2" aria-label={title} fontVariantNumeric="tabular-nums">
              <thead>
                <tr>
                  <chakra.th scope="col" textAlign="start">
                    Day
                  </chakra.th>
                  <chakra.th scope="col" textAlign="end">
                    {unit}
                  </chakra.th>
                </tr>
              </thead>
              <tbody>
                {days.map(({ day: date, value }) => (
                  <tr key={date}>
                    <chakra.th scope="row" fontWeight="400" textAlign="start">
                      {dayOf(date)}
                    </chakra.th>
                    <chakra.td textAlign="end">{format(value)}</chakra.td>
                  </tr>
                ))}
              </tbody>
            </chakra.table>
          </chakra.details>
        </>
      ) : (
        <Skeleton h={`${height + 32}px`} />
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

/** A negative day (more was returned than came in) is drawn below the line. */
function Bars({ days, fill, pointed, onPoint }: BarsProps) {
  const values = days.map(({ value }) => value);
  const bottom = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  // If all are 0, the line is at the bottom.
  const top = most === bottom ? 1 : most;
  const y = (value: number) => ((top - value) / (top - bottom)) * height;
  const width = 100 / days.length;
  return (
    // After a touch, the value of the day stays visible.
    <Box onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onPoint(undefined)}>
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
