import { Box, Switch, Text } from '@chakra-ui/react';
import { rememberFoodLock } from './food-lock-memory.ts';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

/** A switch that keeps the dish exactly as it was photographed. */
export function FoodLockSwitch({ wizard: { state, dispatch } }: { wizard: Wizard }) {
  function set(on: boolean): void {
    rememberFoodLock(on);
    dispatch({ type: 'foodLockSet', on });
  }
  return (
    <Box my="4" px="4" py="2" borderWidth="1px" borderColor="border" borderRadius="card">
      <Switch.Root
        checked={state.foodLock}
        onCheckedChange={({ checked }) => set(checked)}
        colorPalette="basil"
        minH="11"
      >
        <Switch.HiddenInput aria-describedby="food-lock-help" />
        <Switch.Control>
          <Switch.Thumb />
        </Switch.Control>
        <Switch.Label fontWeight="600">{words.foodLock}</Switch.Label>
      </Switch.Root>
      <Text id="food-lock-help" fontSize="xs" color="fg.muted" pb="1">
        {words.foodLockHelp}
      </Text>
    </Box>
  );
}
