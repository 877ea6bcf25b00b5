import { chakra, Field, HStack, Input, Text, VisuallyHidden } from '@chakra-ui/react';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

/** The menu item above the inner wizard. The name of an uploaded photo can be edited. */
export function DishHeader({ wizard: { state, dispatch } }: { wizard: Wizard }) {
  const { dish } = state;
  if (dish === null) return null;
  const missing = dish.name.trim() === '';
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
        <Field.Root invalid={missing} flex="1">
          <VisuallyHidden asChild>
            <Field.Label>{words.nameLabel}</Field.Label>
          </VisuallyHidden>
          <Input
            value={dish.name}
            maxLength={100}
            placeholder={words.namePlaceholder}
            onChange={({ target }) =>
              dispatch({ type: 'dishRenamed', name: target.value, at: new Date().toISOString() })
            }
          />
          {missing && <Field.ErrorText>{words.nameRequired}</Field.ErrorText>}
        </Field.Root>
      ) : (
        <Text fontWeight="600" fontSize={{ base: 'xs', md: 'sm' }} color={{ base: 'fg.muted', md: 'fg' }}>
          {dish.name}
        </Text>
      )}
    </HStack>
  );
}
