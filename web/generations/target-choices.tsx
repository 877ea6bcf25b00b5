import { Box, Checkbox, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { acceptedAlternative, platforms } from '#shared/domain/platforms.ts';
import { isSameTarget, type Target } from '#shared/domain/whole-menu.ts';
import { words } from './words.ts';

interface TargetChoicesProps {
  readonly targets: readonly Target[];
  readonly onChange: (targets: readonly Target[]) => void;
}

const groupId = 'menu-platforms';

/** Scrolls to the platforms and focuses the first. */
export function focusTargets(): void {
  const box = document.querySelector<HTMLElement>(`#${groupId} input`);
  box?.scrollIntoView({ block: 'center' });
  box?.focus({ preventScroll: true });
}

/** A choice of any number of image types of any number of platforms. */
export function TargetChoices({ targets, onChange }: TargetChoicesProps) {
  return (
    <Box id={groupId} role="group" aria-label={words.platforms}>
      <Heading as="h2" fontSize="md">
        {words.platforms}
      </Heading>
      <Text color="fg.muted" fontSize="xs" mb="2">
        {words.platformsText}
      </Text>
      <Stack gap="0">
        {platforms.map(({ id, name, imageTypes }) => (
          <Grid
            key={id}
            role="group"
            aria-label={name}
            // The name is beside its image types, or above them on narrow screens.
            templateColumns={{
              base: 'repeat(auto-fill, minmax(min(9.5rem, 100%), 1fr))',
              sm: '6.5rem repeat(2, minmax(0, 1fr))',
            }}
            alignItems="center"
            columnGap="5"
            py="1"
            borderTopWidth="1px"
            borderColor="border.muted"
          >
            <Text fontWeight="600" gridColumn={{ base: '1 / -1', sm: '1' }} pt={{ base: '1', sm: '0' }}>
              {name}
            </Text>
            {imageTypes.map((type) => {
              const target = { platform: id, imageType: type.id };
              const accepted = acceptedAlternative(id, type.id);
              return (
                <Checkbox.Root
                  key={type.id}
                  minH="11"
                  checked={targets.some((each) => isSameTarget(each, target))}
                  onCheckedChange={({ checked }) =>
                    onChange(
                      checked === true
                        ? [...targets, target]
                        : targets.filter((each) => !isSameTarget(each, target)),
                    )
                  }
                >
                  <Checkbox.HiddenInput />
                  <Checkbox.Control />
                  <Checkbox.Label>
                    {type.name}
                    <Text as="span" display="block" fontSize="xs" fontWeight="400" color="fg.muted">
                      {accepted ? words.acceptedFile(type.hint, accepted) : type.hint}
                    </Text>
                  </Checkbox.Label>
                </Checkbox.Root>
              );
            })}
          </Grid>
        ))}
      </Stack>
    </Box>
  );
}
