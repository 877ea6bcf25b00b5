import { Field, Input } from '@chakra-ui/react';
import { useState } from 'react';
import { maxNameLength } from '#shared/domain/limits.ts';
import { isAutomaticName } from '#web/lib/format.ts';
import { tooLong } from '#web/lib/text-problem.ts';
import { words } from './words.ts';

interface DishNameProps {
  readonly name: string;
  readonly onChange: (name: string) => void;
}

/** Id of the field. */
const fieldId = 'product-name';

/**
 * The name of an uploaded dish. If it came from the file and says nothing about the dish, a hint asks for a better one.
 */
export function DishName({ name, onChange }: DishNameProps) {
  // The hint is hidden while the user types.
  const [isTyping, setTyping] = useState(false);
  const isMissing = name.trim() === '';
  const problem = isMissing ? words.nameRequired : tooLong(name.trim(), maxNameLength);
  const isQuestioned = !isMissing && !isTyping && isAutomaticName(name);
  return (
    <Field.Root invalid={problem !== undefined} flex="1" gap="1" id={fieldId}>
      <Field.Label fontSize="xs" color="fg.muted">
        {words.nameLabel}
      </Field.Label>
      <Input
        dir="auto"
        value={name}
        placeholder={words.namePlaceholder}
        borderColor={isQuestioned ? 'saffron.solid' : undefined}
        onFocus={(event) => {
          if (isQuestioned) event.target.select();
          setTyping(true);
        }}
        onBlur={() => setTyping(false)}
        onChange={({ target }) => onChange(target.value)}
      />
      <Field.ErrorText>{problem}</Field.ErrorText>
      {isQuestioned && <Field.HelperText color="fg">{words.nameQuestion}</Field.HelperText>}
    </Field.Root>
  );
}

/** Scrolls to the field and focuses it. */
export function focusDishName(): void {
  document.getElementById(fieldId)?.focus();
}
