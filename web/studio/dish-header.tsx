import { Box, chakra, HStack, Text } from '@chakra-ui/react';
import { DishName } from '#web/photos/dish-name.tsx';
import { fallbackOf } from './look-previews.ts';
import type { Wizard } from './use-wizard.ts';

/** The menu item above the inner wizard. The name of an uploaded photo can be edited. */
export function DishHeader({ wizard: { state, dispatch } }: { wizard: Wizard }) {
  const { dish } = state;
  if (dish === null) return null;
  return (
    <HStack gap="3" mb={{ base: '2', md: '5' }} align="center">
      <chakra.img
        src={fallbackOf(dish)}
        alt=""
        boxSize="12"
        objectFit="cover"
        borderRadius="l2"
        bg="bg.muted"
        display={{ base: 'none', md: 'block' }}
      />
      {dish.source.type === 'upload' ? (
        <DishName
          name={dish.name}
          onChange={(name) => dispatch({ type: 'dishRenamed', name, at: new Date().toISOString() })}
        />
      ) : (
        <Box>
          <Text fontWeight="600" fontSize="sm" dir="auto">
            {dish.name}
          </Text>
        </Box>
      )}
    </HStack>
  );
}
