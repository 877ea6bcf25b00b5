import { Box, chakra, HStack, Text, VisuallyHidden } from '@chakra-ui/react';
import { Check } from 'lucide-react';

interface WizardStepsProps {
  readonly steps: readonly string[];
  /** From 1. */
  readonly current: number;
  /** Whether a step can be gone to now. */
  readonly canEnter: (step: number) => boolean;
  readonly onStep: (step: number) => void;
}

/** Where one is in a wizard; steps that are done can be clicked to go back. */
export function WizardSteps({ steps, current, canEnter, onStep }: WizardStepsProps) {
  return (
    <chakra.nav aria-label="Progress" flex="1" minW="0">
      <HStack as="ol" gap={{ base: '1', lg: '2' }} listStyleType="none" minW="0">
        {steps.map((name, index) => {
          const step = index + 1;
          const done = step < current;
          const active = step === current;
          const open = step !== current && canEnter(step);
          return (
            <HStack as="li" key={name} gap={{ base: '1', lg: '2' }} flexShrink={active ? 1 : 0} minW="0">
              {index > 0 && (
                <Box
                  aria-hidden
                  w={{ base: '2', md: '3', lg: '6' }}
                  h="2px"
                  bg={step <= current ? 'brand.solid' : 'border'}
                />
              )}
              <chakra.button
                type="button"
                disabled={!open && !active}
                aria-current={active ? 'step' : undefined}
                onClick={() => {
                  if (open) onStep(step);
                }}
                display="flex"
                alignItems="center"
                gap="2"
                minH="11"
                px={{ base: '0', lg: '2' }}
                minW="11"
                justifyContent="center"
                borderRadius="pill"
                cursor={open ? 'pointer' : 'default'}
                color={active ? 'fg' : 'fg.muted'}
                _hover={open ? { bg: 'bg.muted' } : {}}
                focusVisibleRing="outside"
              >
                <Box
                  as="span"
                  boxSize="7"
                  flexShrink="0"
                  borderRadius="pill"
                  display="grid"
                  placeItems="center"
                  fontSize="xs"
                  fontWeight="700"
                  fontVariantNumeric="tabular-nums"
                  bg={active ? 'brand.solid' : done ? 'brand.muted' : 'bg.muted'}
                  color={active ? 'white' : done ? 'brand.fg' : 'fg.muted'}
                >
                  <VisuallyHidden>Step </VisuallyHidden>
                  {done ? (
                    <>
                      <VisuallyHidden>{step}, completed: </VisuallyHidden>
                      <Check size={15} strokeWidth={3} aria-hidden />
                    </>
                  ) : (
                    step
                  )}
                </Box>
                <Text
                  as="span"
                  fontSize="sm"
                  fontWeight={active ? '600' : '500'}
                  whiteSpace="nowrap"
                  srOnly={{ base: true, md: !active, lg: false }}
                >
                  {name}
                </Text>
              </chakra.button>
            </HStack>
          );
        })}
      </HStack>
    </chakra.nav>
  );
}
