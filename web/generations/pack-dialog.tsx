import { Checkbox, Dialog, RadioGroup, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { isSameTarget, type Target } from '#shared/domain/whole-menu.ts';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { AppViews } from './app-views.tsx';
import type { Result } from './results.ts';
import { TargetChoices } from './target-choices.tsx';
import type { Packed } from './use-pack.ts';
import { words } from './words.ts';

interface PackDialogProps {
  readonly results: readonly Result[];
  /** Credits for a dish whose picture has to be continued for a platform. */
  readonly outpaintCredits: number;
  readonly onPack: (packed: Packed) => void;
  readonly onClose: () => void;
}

/** Asks for the content of a ZIP of pictures: the exact files for delivery platforms, or the pictures' own files. */
export function PackDialog({ results, outpaintCredits, onPack, onClose }: PackDialogProps) {
  const [targets, setTargets] = useState(() => ownTargets(results));
  const [isForPlatforms, setForPlatforms] = useState(true);
  const [withTexts, setWithTexts] = useState(true);
  const chosen = isForPlatforms ? targets : [];
  const [first] = results;
  return (
    <SmallDialog
      onClose={onClose}
      title={words.packTitle(results.length)}
      description={words.packDescription}
    >
      <Dialog.Body>
        <RadioGroup.Root
          aria-label={words.packTitle(results.length)}
          value={isForPlatforms ? 'platforms' : 'own'}
          onValueChange={({ value }) => setForPlatforms(value === 'platforms')}
          mb="4"
        >
          <Stack gap="1">
            {(['platforms', 'own'] as const).map((value) => (
              <RadioGroup.Item key={value} value={value} minH="11">
                <RadioGroup.ItemHiddenInput />
                <RadioGroup.ItemIndicator />
                <RadioGroup.ItemText>{words.packKinds[value]}</RadioGroup.ItemText>
              </RadioGroup.Item>
            ))}
          </Stack>
        </RadioGroup.Root>
        {isForPlatforms && <TargetChoices targets={targets} onChange={setTargets} />}
        <Checkbox.Root
          checked={withTexts}
          onCheckedChange={({ checked }) => setWithTexts(checked === true)}
          minH="11"
          alignItems="center"
        >
          <Checkbox.HiddenInput />
          <Checkbox.Control />
          <Checkbox.Label>{words.packTexts}</Checkbox.Label>
        </Checkbox.Root>
        {first && chosen.length > 0 && <AppViews result={first} targets={chosen} />}
        <Text mt="3" fontSize="sm" color="fg.muted" role="status">
          {isForPlatforms && targets.length === 0
            ? words.packChoose
            : words.packFiles(results.length * Math.max(1, chosen.length))}{' '}
          {isForPlatforms ? words.packPrice(outpaintCredits) : words.packFree}
        </Text>
      </Dialog.Body>
      <SmallDialogFooter
        onCancel={onClose}
        action={words.packStart}
        disabled={isForPlatforms && targets.length === 0}
        onAction={() => {
          onPack({ pictures: picturesOf(results), targets: [...chosen], withTexts });
          onClose();
        }}
      />
    </SmallDialog>
  );
}

/** The pictures in the form of the request for a ZIP. */
export function picturesOf(results: readonly Result[]): Packed['pictures'] {
  return results.map(({ generationId, variation }) => ({ generationId, variation }));
}

/** The targets for which the menu pictures among them were made. */
function ownTargets(results: readonly Result[]): readonly Target[] {
  const targets: Target[] = [];
  for (const { generation } of results) {
    if (!generation.menu) continue;
    const { platform, imageType } = generation.menu;
    const target = { platform, imageType };
    if (!targets.some((each) => isSameTarget(each, target))) targets.push(target);
  }
  return targets;
}
