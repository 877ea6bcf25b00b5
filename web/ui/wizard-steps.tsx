import { chakra, Steps, VisuallyHidden } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { words } from './words.ts';

interface WizardStepsProps {
  readonly steps: readonly string[];
  /** From 1. */
  readonly current: number;
  /** Whether a step can be entered now. */
  readonly canEnter: (step: number) => boolean;
  readonly onStep: (step: number) => void;
  /** Id of the element that shows the current step. */
  readonly panelId: string;
}

/** Removes `aria-current`, which an element between a tab list and its tabs must not have. */
function Item({ 'aria-current': _, ...props }: ComponentProps<'div'>) {
  return <div {...props} />;
}

/** The steps of a wizard, with a button for each that can be entered. */
export function WizardSteps({ steps, current, canEnter, onStep, panelId }: WizardStepsProps) {
  return (
    <chakra.nav aria-label={words.progress} flex="1" minW="0">
      <Steps.Root
        step={current - 1}
        count={steps.length}
        onStepChange={({ step }) => onStep(step + 1)}
        ids={{ contentId: () => panelId }}
      >
        <Steps.List gap={{ base: '0', md: '1', lg: '2' }} justifyContent="flex-start" minW="0">
          {steps.map((name, index) => {
            const step = index + 1;
            const active = step === current;
            const open = !active && canEnter(step);
            return (
              <Steps.Item
                asChild
                key={name}
                index={index}
                // On a small phone, the lines between the circles shrink first.
                flex={{ base: '0 1 auto', md: active ? '0 1 auto' : '0 0 auto' }}
                gap={{ base: '0', md: '1', lg: '2' }}
                minW="0"
              >
                <Item>
                  <Steps.Trigger
                    disabled={!open && !active}
                    gap="2"
                    minH="11"
                    flex={{ base: '0 1 2.75rem', md: '0 1 auto' }}
                    minW={{ base: '7', md: '11' }}
                    px={{ base: '0', lg: '2' }}
                    justifyContent="center"
                    borderRadius="pill"
                    cursor={open ? 'pointer' : 'default'}
                    color={active ? 'fg' : 'fg.muted'}
                    _hover={open ? { bg: 'bg.muted' } : {}}
                  >
                    <Steps.Indicator
                      boxSize="7"
                      borderWidth="0"
                      fontSize="xs"
                      fontWeight="700"
                      fontVariantNumeric="tabular-nums"
                      bg="bg.muted"
                      color="fg.muted"
                      _current={{
                        bg: 'brand.solid',
                        color: 'white',
                        borderWidth: { base: '0', _highContrast: '2px' },
                      }}
                      _complete={{ bg: 'brand.muted', color: 'brand.fg' }}
                    >
                      <Steps.Status
                        complete={<Check size={15} strokeWidth={3} />}
                        incomplete={<Steps.Number />}
                      />
                    </Steps.Indicator>
                    <Steps.Title
                      fontSize="sm"
                      fontWeight={active ? '600' : '500'}
                      color="inherit"
                      whiteSpace="nowrap"
                      srOnly={{ base: true, md: !active, lg: false }}
                    >
                      {name}
                      {step < current && <VisuallyHidden> {words.completed}</VisuallyHidden>}
                    </Steps.Title>
                  </Steps.Trigger>
                  <Steps.Separator
                    flex={{ base: '0 9 1rem', md: 'none' }}
                    minW="0"
                    mx="0"
                    w={{ md: '3', lg: '6' }}
                    bg="border"
                    _complete={{ bg: 'brand.solid' }}
                  />
                </Item>
              </Steps.Item>
            );
          })}
        </Steps.List>
      </Steps.Root>
    </chakra.nav>
  );
}
