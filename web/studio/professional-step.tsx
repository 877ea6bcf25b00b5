import { Grid, Heading, HStack, Text } from '@chakra-ui/react';
import { Info } from 'lucide-react';
import { type CameraAngleId, cameraAngles, enhancements } from '#shared/domain/enhancements.ts';
import { LookToggle } from '#web/ui/look-card.tsx';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { FoodLockSwitch } from './food-lock-switch.tsx';
import { fallbackOf, previewOf } from './look-previews.ts';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

/** A sample dish for each angle that suits it: a preview of a single dish could not show every angle. */
const angleSamples: Record<CameraAngleId, string> = {
  overhead: '/samples/pizza.jpg',
  angled_45: '/samples/burger.jpg',
  profile: '/samples/smoothie.jpg',
};

/** One of four enhancements and one of three camera angles; a second click removes the choice. */
export function ProfessionalStep({ wizard }: { wizard: Wizard }) {
  const { state, dispatch } = wizard;
  const fallback = fallbackOf(state.dish);
  return (
    <>
      <PanelTitle title={words.professionalTitle} />
      <FoodLockSwitch wizard={wizard} />
      <Grid
        templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
        gap="3"
        role="group"
        aria-label={words.enhancements}
      >
        {enhancements.map(({ id, name, description }) => (
          <LookToggle
            key={id}
            name={name}
            blurb={description}
            src={previewOf.enhancement(id)}
            fallback={fallback}
            selected={state.adjustment === id}
            onToggle={() => dispatch({ type: 'adjustmentToggled', id })}
          />
        ))}
      </Grid>
      <Heading as="h2" fontSize="md" mt="6" mb="3">
        {words.angles}
      </Heading>
      {state.foodLock && (
        <Text id="angles-locked" color="fg.muted" mb="3">
          {words.anglesLocked}
        </Text>
      )}
      <Grid
        templateColumns="repeat(3, minmax(0, 1fr))"
        gap="3"
        role="group"
        aria-label={words.angles}
        aria-describedby={state.foodLock ? 'angles-locked' : undefined}
      >
        {cameraAngles.map(({ id, name, description }) => (
          <LookToggle
            key={id}
            name={name}
            blurb={description}
            caption={description}
            src={angleSamples[id]}
            selected={state.cameraAngle === id}
            disabled={state.foodLock}
            onToggle={() => dispatch({ type: 'cameraAngleToggled', id })}
          />
        ))}
      </Grid>
      <HStack mt="4" color="fg.muted" fontSize="xs" gap="2">
        <Info size={16} aria-hidden />
        <Text>{words.mistakes}</Text>
      </HStack>
    </>
  );
}
