import { Box, Button, chakra, Field, HStack, Input, SimpleGrid, Stack, Tabs, Text } from '@chakra-ui/react';
import { ImagePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { BrandKit } from '#shared/api/brand-kit.ts';
import {
  isOverlayEmpty,
  minOverlaySize,
  type Overlay,
  type OverlayPart,
  overlayPresets,
  overlayText,
  textParts,
  withPreset,
} from '#shared/domain/overlay.ts';
import { overlayProblem } from '#web/lib/text-problem.ts';
import { ChoiceCard, ChoiceGroup } from '#web/ui/choice-group.tsx';
import { ColorChoice } from './color-choice.tsx';
import { words } from './editor-words.ts';
import { FontChoice } from './font-choice.tsx';

interface ControlsProps {
  readonly overlay: Overlay;
  readonly onChange: (overlay: Overlay, group?: string) => void;
  readonly selected: OverlayPart;
  readonly onSelect: (part: OverlayPart) => void;
  /** Suggested colours, from the picture and from the account. */
  readonly colors: readonly string[];
  /** Earlier overlays of the picture, the latest first. */
  readonly former: readonly Overlay[];
  /** The account's logo; null where it has none. */
  readonly logo: BrandKit['logo'];
  readonly onBrandKit: () => void;
}

/** All settings of the words, in three tabs. */
export function WordsControls(props: ControlsProps) {
  return (
    <Tabs.Root defaultValue="words" variant="subtle" colorPalette="gray">
      <Tabs.List mb="4" w="full">
        {(['words', 'look', 'place'] as const).map((tab) => (
          <Tabs.Trigger key={tab} value={tab} flex="1" justifyContent="center" minH="11">
            {words.tabs[tab]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value="words" pt="0">
        <TextControls {...props} />
      </Tabs.Content>
      <Tabs.Content value="look" pt="0">
        <LookControls {...props} />
      </Tabs.Content>
      <Tabs.Content value="place" pt="0">
        <PlaceControls {...props} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

function TextControls({ overlay, onChange, onSelect, former, logo, onBrandKit }: ControlsProps) {
  return (
    <Stack gap="4">
      {textParts.map((part) => (
        <Field.Root key={part} invalid={overlayProblem(part, overlay[part]) !== undefined}>
          <Field.Label>{words.parts[part]}</Field.Label>
          <Input
            dir="auto"
            value={overlay[part]}
            placeholder={words.placeholders[part]}
            onFocus={() => onSelect(part)}
            onChange={({ target }) => onChange({ ...overlay, [part]: target.value }, `text ${part}`)}
          />
          <Field.ErrorText role="alert">{overlayProblem(part, overlay[part])}</Field.ErrorText>
        </Field.Root>
      ))}
      <Group label={words.parts.logo}>
        <HStack wrap="wrap" gap="2">
          {logo && (
            <Button
              size="sm"
              minH="11"
              variant={overlay.logo ? 'solid' : 'outline'}
              colorPalette={overlay.logo ? 'brand' : 'gray'}
              aria-pressed={overlay.logo}
              onClick={() => {
                onChange({ ...overlay, logo: !overlay.logo });
                onSelect(overlay.logo ? 'headline' : 'logo');
              }}
            >
              <chakra.img src={logo.url} alt="" maxH="6" maxW="12" />
              {words.showLogo}
            </Button>
          )}
          <Button size="sm" minH="11" variant="ghost" onClick={onBrandKit}>
            <ImagePlus size={17} aria-hidden />
            {logo ? words.brandKit : words.addLogo}
          </Button>
        </HStack>
      </Group>
      <Group label={words.presets}>
        <HStack wrap="wrap" gap="2">
          {overlayPresets.map((preset) => (
            <Button
              key={preset.id}
              size="sm"
              minH="11"
              variant="outline"
              colorPalette="gray"
              onClick={() => onChange(withPreset(overlay, preset))}
            >
              {preset.name}
            </Button>
          ))}
        </HStack>
      </Group>
      {former.length > 0 && (
        <Group label={words.earlier}>
          <Stack as="ul" listStyleType="none" gap="1">
            {former.map((earlier, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order while it is shown.
              <li key={index}>
                <Button
                  w="full"
                  minH="11"
                  justifyContent="start"
                  variant="ghost"
                  colorPalette="gray"
                  onClick={() => onChange(earlier)}
                >
                  <Text as="span" truncate>
                    {isOverlayEmpty(earlier) ? words.noWords : overlayText(earlier) || words.parts.logo}
                  </Text>
                </Button>
              </li>
            ))}
          </Stack>
        </Group>
      )}
    </Stack>
  );
}

type ColoredPart = keyof Overlay['colors'];
const coloredParts: readonly ColoredPart[] = ['headline', 'subheadline', 'price', 'background'];

function LookControls({ overlay, onChange, selected, colors }: ControlsProps) {
  const [part, setPart] = useState<ColoredPart>(selected === 'logo' ? 'headline' : selected);
  const color = overlay.colors[part];
  const paint = (hex: string, group?: string) =>
    onChange({ ...overlay, colors: { ...overlay.colors, [part]: hex } }, group);
  return (
    <Stack gap="5">
      <Group label={words.fonts}>
        <FontChoice
          label={words.fonts}
          value={overlay.font}
          onChange={(font) => onChange({ ...overlay, font })}
        />
      </Group>
      <Group label={words.colorOf}>
        <Chips
          label={words.colorOf}
          options={coloredParts.map((id) => ({ id, name: words.colors[id] }))}
          value={part}
          onChange={setPart}
        />
        <Box mt="3">
          <ColorChoice
            label={words.colors[part]}
            value={color}
            colors={colors}
            onChange={(hex, isPicking) => paint(hex, isPicking ? `color ${part}` : undefined)}
          />
        </Box>
        <Text fontSize="xs" color="fg.muted" mt="2">
          {words.colorsText}
        </Text>
      </Group>
    </Stack>
  );
}

function PlaceControls({ overlay, onChange, selected, onSelect }: ControlsProps) {
  const placeable = [...textParts, ...(overlay.logo ? (['logo'] as const) : [])];
  const place = overlay.places[selected];
  const change = (changes: Partial<typeof place>, group?: string) =>
    onChange({ ...overlay, places: { ...overlay.places, [selected]: { ...place, ...changes } } }, group);
  return (
    <Stack gap="5">
      <Group label={words.partToPlace}>
        <Chips
          label={words.partToPlace}
          options={placeable.map((id) => ({ id, name: words.parts[id] }))}
          value={selected}
          onChange={onSelect}
        />
      </Group>
      <Group label={words.position}>
        <SimpleGrid columns={3} gap="1.5" maxW="12rem" role="group" aria-label={words.position}>
          {words.positions.map(({ name, x, y }) => {
            const isHere = Math.abs(place.x - x) < 0.02 && Math.abs(place.y - y) < 0.02;
            return (
              <Button
                key={name}
                aria-label={name}
                aria-pressed={isHere}
                variant={isHere ? 'solid' : 'outline'}
                colorPalette={isHere ? 'tomato' : 'gray'}
                minH="11"
                minW="0"
                px="0"
                borderRadius="card"
                onClick={() => change({ x, y })}
              >
                <Box w="2" h="2" borderRadius="pill" bg="currentcolor" aria-hidden />
              </Button>
            );
          })}
        </SimpleGrid>
      </Group>
      <Group label={words.size}>
        <chakra.input
          type="range"
          aria-label={words.size}
          w="full"
          h="11"
          min={minOverlaySize}
          max={1}
          step={0.05}
          value={place.size}
          aria-valuetext={`${Math.round(place.size * 100)} %`}
          css={{ accentColor: 'var(--chakra-colors-tomato-500)' }}
          onChange={({ target }) => change({ size: Number(target.value) }, `size ${selected}`)}
        />
      </Group>
      <Text fontSize="sm" color="fg.muted">
        {words.moveHint}
      </Text>
    </Stack>
  );
}

interface ChipsProps<Id extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly name: string }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** A choice among a few names. */
function Chips<Id extends string>({ label, options, value, onChange }: ChipsProps<Id>) {
  return (
    <ChoiceGroup
      label={label}
      value={value}
      onChange={(wanted) => {
        const option = options.find(({ id }) => id === wanted);
        if (option) onChange(option.id);
      }}
      display="flex"
      flexWrap="wrap"
      gap="2"
    >
      {options.map(({ id, name }) => (
        <ChoiceCard
          key={id}
          value={id}
          minH="11"
          px="3.5"
          display="grid"
          placeItems="center"
          fontSize="sm"
          borderRadius="pill"
          borderWidth="2px"
          colorPalette="tomato"
          borderColor={id === value ? 'colorPalette.solid' : 'border'}
          fontWeight={id === value ? '600' : '400'}
        >
          {name}
        </ChoiceCard>
      ))}
    </ChoiceGroup>
  );
}

function Group({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Box>
      <Text fontSize="sm" fontWeight="500" mb="2" aria-hidden>
        {label}
      </Text>
      {children}
    </Box>
  );
}
