import { Box, chakra, Field, HStack, Input, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { isAutomaticName } from '#web/lib/format.ts';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

/** Id of the field for the product's name. */
export const nameFieldId = 'product-name';

/** The menu item above the inner wizard. The name of an uploaded photo can be edited; a file's own name is questioned. */
export function DishHeader({ wizard: { state, dispatch } }: { wizard: Wizard }) {
  const { dish } = state;
  // While somebody types, the question stays away.
  const [isTyping, setTyping] = useState(false);
  if (dish === null) return null;
  const missing = dish.name.trim() === '';
  const isQuestioned = !missing && !isTyping && isAutomaticName(dish.name);
  return (
    <HStack gap="3" mb={{ base: '2', md: '5' }} align="center">
      <chakra.img
        src={dish.imageUrl}
        alt=""
        boxSize="12"
        objectFit="cover"
        borderRadius="l2"
        display={{ base: 'none', md: 'block' }}
      />
      {dish.source.type === 'upload' ? (
        <Field.Root invalid={missing} flex="1" gap="1" id={nameFieldId}>
          <Field.Label fontSize="xs" color="fg.muted">
            {words.nameLabel}
          </Field.Label>
          <Input
            value={dish.name}
            maxLength={100}
            placeholder={words.namePlaceholder}
            borderColor={isQuestioned ? 'saffron.solid' : undefined}
            onFocus={(event) => {
              if (isQuestioned) event.target.select();
              setTyping(true);
            }}
            onBlur={() => setTyping(false)}
            onChange={({ target }) =>
              dispatch({ type: 'dishRenamed', name: target.value, at: new Date().toISOString() })
            }
          />
          {missing && <Field.ErrorText>{words.nameRequired}</Field.ErrorText>}
          {isQuestioned && <Field.HelperText color="fg">{words.nameQuestion}</Field.HelperText>}
        </Field.Root>
      ) : (
        <Box>
          <Text fontWeight="600" fontSize="sm">
            {dish.name}
          </Text>
        </Box>
      )}
    </HStack>
  );
}
