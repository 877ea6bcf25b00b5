import { RadioCard } from '@chakra-ui/react';
import { type ComponentProps, useLayoutEffect, useReducer, useRef } from 'react';

interface ChoiceGroupProps extends Omit<ComponentProps<typeof RadioCard.Root>, 'onChange' | 'value'> {
  readonly label: string;
  /** Null while nothing is chosen. */
  readonly value: string | null;
  /** The handler may leave the value unchanged, for example for an option outside the plan. */
  readonly onChange: (value: string) => void;
}

/** A radio group whose options are cards: one tab stop, and arrow keys between the options. */
export function ChoiceGroup({ label, value, onChange, ...rest }: ChoiceGroupProps) {
  const root = useRef<HTMLDivElement>(null);
  const [, renderAgain] = useReducer((renders: number) => renders + 1, 0);
  // Restores the checked radio button: the browser has checked the pressed one, even if the value stays.
  useLayoutEffect(() => {
    for (const input of root.current?.querySelectorAll('input') ?? []) input.checked = input.value === value;
  });
  return (
    <RadioCard.Root
      ref={root}
      unstyled
      aria-label={label}
      value={value}
      onValueChange={(change) => {
        if (change.value !== null) onChange(change.value);
        renderAgain();
      }}
      {...rest}
    />
  );
}

/** As large as its card, so that the whole card is the radio button for pointers and for the focus. */
const overCard = {
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  margin: 0,
  clip: 'auto',
  opacity: 0,
  cursor: 'pointer',
} as const;

interface ChoiceCardProps extends ComponentProps<typeof RadioCard.Item> {
  /** The name for screen readers; the card's text by default. */
  readonly label?: string;
}

/** One option of a choice group. */
export function ChoiceCard({ label, children, ...rest }: ChoiceCardProps) {
  return (
    <RadioCard.Item position="relative" cursor="pointer" focusVisibleRing="outside" {...rest}>
      {children}
      <RadioCard.ItemHiddenInput style={overCard} {...(label !== undefined && { 'aria-label': label })} />
    </RadioCard.Item>
  );
}
