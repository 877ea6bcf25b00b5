import {
  Button,
  Checkbox,
  Field,
  Fieldset,
  Heading,
  HStack,
  Input,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
} from '@chakra-ui/react';
import type { ReactNode } from 'react';
import {
  type PromptTestConfig,
  promptTestEthnicities,
  promptTestFormats,
  promptTestGenders,
} from '#shared/api/prompt-tests.ts';
import { filters } from '#shared/domain/filters.ts';
import { defaultFooterText } from '#shared/domain/prompt.ts';
import { scenesOf } from '#shared/domain/scenes.ts';
import { words } from './words.ts';

interface ConfigPanelProps {
  /** A chooses its scene from the catalogue, B writes it (back-office-and-public-pages.md section 2). */
  readonly side: 'a' | 'b';
  readonly config: PromptTestConfig;
  readonly onChange: (config: PromptTestConfig) => void;
  readonly onCopy?: () => void;
}

/** Everything that one side of a test says. */
export function ConfigPanel({ side, config, onChange, onCopy }: ConfigPanelProps) {
  const change = (part: Partial<PromptTestConfig>) => onChange({ ...config, ...part });
  const { scene, creationPath: path, adjustments } = config;
  const optionsOf = <Id extends string>(ids: readonly Id[], names: Record<Id, string>) =>
    ids.map((id) => ({ id, name: names[id] }));
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
      <HStack justify="space-between" minH="11">
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
      <Field.Root required>
        <Field.Label>{words.productName}</Field.Label>
        <Input
          value={config.productName}
          maxLength={100}
          onChange={(event) => change({ productName: event.target.value })}
        />
      </Field.Root>
      <Pair>
        <Choice
          label={words.format}
          value={config.format}
          options={optionsOf(promptTestFormats, words.formats)}
          onChange={(format) => format && change({ format })}
        />
        <Choice
          label={words.angle}
          none={words.ownAngle}
          value={config.angle}
          options={optionsOf(['overhead', 'angled_45', 'profile'] as const, words.angles)}
          onChange={(angle) => change({ angle })}
        />
      </Pair>
      <Fieldset.Root gap="0">
        <Fieldset.Legend fontSize="sm" fontWeight="500" color="fg">
          {words.adjustments}
        </Fieldset.Legend>
        <HStack columnGap="5" rowGap="0" wrap="wrap" mt="-1">
          {(Object.keys(adjustments) as (keyof typeof adjustments)[]).map((name) => (
            <Checkbox.Root
              key={name}
              checked={adjustments[name]}
              onCheckedChange={({ checked }) =>
                change({ adjustments: { ...adjustments, [name]: checked === true } })
              }
              minH="11"
              alignItems="center"
            >
              <Checkbox.HiddenInput />
              <Checkbox.Control />
              <Checkbox.Label>{words.adjustment[name]}</Checkbox.Label>
            </Checkbox.Root>
          ))}
        </HStack>
      </Fieldset.Root>
      <Pair>
        <Choice
          label={words.path}
          value={path}
          options={optionsOf(['ugc', 'social'] as const, words.paths)}
          onChange={(creationPath) =>
            creationPath && change({ creationPath, ...(scene && 'id' in scene && { scene: null }) })
          }
        />
        <Choice
          label={words.filter}
          none={words.none}
          value={config.filter}
          options={filters}
          onChange={(filter) => change({ filter })}
        />
      </Pair>
      {side === 'a' ? (
        <Choice
          label={words.scene}
          none={words.none}
          value={scene && 'id' in scene ? scene.id : null}
          options={scenesOf(path)}
          onChange={(id) => change({ scene: id === null ? null : { id } })}
        />
      ) : (
        <Field.Root>
          <Field.Label>{words.ownScene}</Field.Label>
          <Textarea
            rows={2}
            maxLength={500}
            placeholder={words.ownSceneExample}
            value={scene && 'text' in scene ? scene.text : ''}
            onChange={({ target: { value } }) => change({ scene: value === '' ? null : { text: value } })}
          />
        </Field.Root>
      )}
      {path === 'ugc' && (
        <Pair>
          <Choice
            label={words.gender}
            value={config.avatarGender}
            options={optionsOf(promptTestGenders, words.genders)}
            onChange={(avatarGender) => avatarGender && change({ avatarGender })}
          />
          <Choice
            label={words.ethnicity}
            value={config.avatarEthnicity}
            options={optionsOf(promptTestEthnicities, words.ethnicities)}
            onChange={(avatarEthnicity) => avatarEthnicity && change({ avatarEthnicity })}
          />
        </Pair>
      )}
      <Field.Root>
        <Field.Label>{words.instructions}</Field.Label>
        <Textarea
          rows={2}
          maxLength={1000}
          value={config.customInstructions}
          onChange={(event) => change({ customInstructions: event.target.value })}
        />
      </Field.Root>
      <Field.Root>
        <Field.Label>{words.footer}</Field.Label>
        <Textarea
          rows={4}
          maxLength={1000}
          placeholder={defaultFooterText}
          value={config.footerText}
          onChange={(event) => change({ footerText: event.target.value })}
        />
      </Field.Root>
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

interface ChoiceProps<Id extends string> {
  readonly label: string;
  readonly value: Id | null;
  readonly options: readonly { readonly id: Id; readonly name: string }[];
  /** Name of choosing nothing; without it something is always chosen. */
  readonly none?: string;
  readonly onChange: (id: Id | null) => void;
}

function Choice<Id extends string>({ label, value, options, none, onChange }: ChoiceProps<Id>) {
  return (
    <Field.Root>
      <Field.Label>{label}</Field.Label>
      <NativeSelect.Root>
        <NativeSelect.Field
          value={value ?? ''}
          onChange={(event) => onChange(options.find(({ id }) => id === event.target.value)?.id ?? null)}
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Field.Root>
  );
}
