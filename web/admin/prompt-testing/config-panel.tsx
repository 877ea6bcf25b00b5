import {
  Button,
  Fieldset,
  Heading,
  HStack,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
} from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { promptTestFormats, promptTestFramings, promptTestRoutes } from '#shared/api/prompt-tests.ts';
import { promptTestEthnicities, promptTestGenders } from '#shared/domain/avatars.ts';
import { filters } from '#shared/domain/filters.ts';
import { defaultFooterText } from '#shared/domain/prompt.ts';
import { scenesOf } from '#shared/domain/scenes.ts';
import { CheckboxField, Labelled, SelectField, TextAreaField, TextField } from '#web/ui/form.tsx';
import { largeText } from '#web/ui/screens.ts';
import { words } from './words.ts';

/** The contract's fields, without the id, which the page makes. */
export const promptTestFormSchema = z.omit(promptTestRoutes.createPromptTest.body, { id: true });

export type PromptTestForm = z.output<typeof promptTestFormSchema>;

type PromptTestControl = Control<z.input<typeof promptTestFormSchema>, unknown, PromptTestForm>;

interface ConfigPanelProps {
  /**
   * Side A picks its scene from the catalogue, side B has a text for it (back-office-and-public-pages.md section 2).
   */
  readonly side: 'a' | 'b';
  readonly control: PromptTestControl;
  readonly onCopy?: () => void;
}

const adjustments = ['blurBackground', 'enhanceDetails', 'dramaticLighting'] as const;

function optionsOf<Id extends string>(ids: readonly Id[], names: Record<Id, string>) {
  return ids.map((id) => ({ id, name: names[id] }));
}

/** The choices and texts of one side of a test. */
export function ConfigPanel({ side, control, onCopy }: ConfigPanelProps) {
  const path = useWatch({ control, name: `${side}.creationPath` });
  const scene = useController({ control, name: `${side}.scene` }).field;
  const angle = useController({ control, name: `${side}.angle` }).field;
  const foodLock = useController({ control, name: `${side}.foodLock` }).field;
  return (
    <Stack
      as="section"
      aria-labelledby={`panel-${side}`}
      gap="4"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.muted"
      borderRadius="card"
      p={{ base: '4', md: '5' }}
      minW="0"
    >
      <HStack justify="space-between" minH="11" css={{ [largeText]: { flexWrap: 'wrap' } }}>
        <Stack gap="0">
          <Heading as="h2" id={`panel-${side}`} fontSize="lg">
            {words.panel[side]}
          </Heading>
          <Text fontSize="xs" color="fg.muted">
            {words.sceneKind[side]}
          </Text>
        </Stack>
        {onCopy && (
          <Button variant="ghost" size="sm" onClick={onCopy}>
            {words.copy}
          </Button>
        )}
      </HStack>
      <TextField control={control} name={`${side}.productName`} label={words.productName} maxLength={100} />
      <Pair>
        <SelectField
          control={control}
          name={`${side}.format`}
          label={words.format}
          options={optionsOf(promptTestFormats, words.formats)}
        />
        <SelectField
          control={control}
          name={`${side}.framing`}
          label={words.framing}
          options={optionsOf(promptTestFramings, words.framings)}
        />
      </Pair>
      <Pair>
        <SelectField
          control={control}
          name={`${side}.angle`}
          label={words.angle}
          none={words.ownAngle}
          options={optionsOf(['overhead', 'angled_45', 'profile'] as const, words.angles)}
          onChosen={(id) => {
            // Another angle redraws the dish.
            if (id !== null) foodLock.onChange(false);
          }}
        />
      </Pair>
      <CheckboxField
        control={control}
        name={`${side}.foodLock`}
        label={words.foodLock}
        hint={words.foodLockHint}
        onChosen={(isOn) => {
          if (isOn) angle.onChange(null);
        }}
      />
      <Fieldset.Root gap="0">
        <Fieldset.Legend fontSize="sm" fontWeight="500" color="fg">
          {words.adjustments}
        </Fieldset.Legend>
        <HStack columnGap="5" rowGap="0" wrap="wrap" mt="-1">
          {adjustments.map((name) => (
            <CheckboxField
              key={name}
              control={control}
              name={`${side}.adjustments.${name}`}
              label={words.adjustment[name]}
            />
          ))}
        </HStack>
      </Fieldset.Root>
      <Pair>
        <SelectField
          control={control}
          name={`${side}.creationPath`}
          label={words.path}
          options={optionsOf(['ugc', 'social'] as const, words.paths)}
          onChosen={() => {
            // Each path has its own scenes, so the chosen one is cleared.
            if (side === 'a') scene.onChange(null);
          }}
        />
        <SelectField
          control={control}
          name={`${side}.filter`}
          label={words.filter}
          none={words.none}
          options={filters}
        />
      </Pair>
      {side === 'a' ? (
        <SceneChoice
          id={scene.value && 'id' in scene.value ? scene.value.id : null}
          scenes={scenesOf(path)}
          onChange={(id) => scene.onChange(id === null ? null : { id })}
        />
      ) : (
        <Labelled label={words.ownScene} isRequired={false} error={undefined}>
          <Textarea
            rows={2}
            maxLength={500}
            placeholder={words.ownSceneExample}
            value={scene.value && 'text' in scene.value ? scene.value.text : ''}
            onChange={({ target: { value } }) => scene.onChange(value.trim() === '' ? null : { text: value })}
          />
        </Labelled>
      )}
      {path === 'ugc' && (
        <Pair>
          <SelectField
            control={control}
            name={`${side}.avatarGender`}
            label={words.gender}
            options={optionsOf(promptTestGenders, words.genders)}
          />
          <SelectField
            control={control}
            name={`${side}.avatarEthnicity`}
            label={words.ethnicity}
            options={optionsOf(promptTestEthnicities, words.ethnicities)}
          />
        </Pair>
      )}
      <TextAreaField
        control={control}
        name={`${side}.customInstructions`}
        label={words.instructions}
        isOptional
        rows={2}
        maxLength={1000}
      />
      <TextAreaField
        control={control}
        name={`${side}.footerText`}
        label={words.footer}
        isOptional
        rows={4}
        maxLength={1000}
        placeholder={defaultFooterText}
      />
    </Stack>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
      {children}
    </SimpleGrid>
  );
}

interface SceneChoiceProps {
  readonly id: string | null;
  readonly scenes: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (id: string | null) => void;
}

function SceneChoice({ id, scenes, onChange }: SceneChoiceProps) {
  return (
    <Labelled label={words.scene} isRequired={false} error={undefined}>
      <NativeSelect.Root>
        <NativeSelect.Field
          value={id ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
        >
          <option value="">{words.none}</option>
          {scenes.map((scene) => (
            <option key={scene.id} value={scene.id}>
              {scene.name}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Labelled>
  );
}
