import { Box, HStack, Spinner, Stack, Text } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';

interface GenerationProgressProps {
  readonly title: string;
  readonly steps: readonly { readonly id: string; readonly label: string }[];
  /** The step the job is really in. */
  readonly current: string;
  /** ISO time at which the job was made. */
  readonly since: string;
}

/** Where a running job is, by its own account, and for how long it has run. */
export function GenerationProgress({ title, steps, current, since }: GenerationProgressProps) {
  const at = Math.max(
    0,
    steps.findIndex((step) => step.id === current),
  );
  return (
    <Stack gap="4">
      <HStack justify="space-between">
        <Text fontWeight="600" role="status" aria-live="polite">
          {title}
        </Text>
        <Elapsed since={since} />
      </HStack>
      <Stack as="ol" gap="3" listStyleType="none">
        {steps.map((step, index) => (
          <HStack
            as="li"
            key={step.id}
            gap="3"
            aria-current={index === at ? 'step' : undefined}
            color={index === at ? 'fg' : 'fg.muted'}
            fontWeight={index === at ? '600' : '400'}
          >
            <Box boxSize="6" display="grid" placeItems="center" flexShrink="0">
              {index < at ? (
                <Box color="fg.success">
                  <Check size={18} strokeWidth={3} aria-label="done" />
                </Box>
              ) : index === at ? (
                <Spinner size="sm" color="brand.solid" borderWidth="2px" />
              ) : (
                <Box boxSize="2" borderRadius="pill" bg="border.emphasized" />
              )}
            </Box>
            <Text as="span">{step.label}</Text>
          </HStack>
        ))}
      </Stack>
    </Stack>
  );
}

function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return (
    <Text as="span" color="fg.muted" fontSize="xs" fontVariantNumeric="tabular-nums" aria-hidden>
      {seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`}
    </Text>
  );
}
