import { HStack, IconButton, SegmentGroup, Slider } from '@chakra-ui/react';
import { Redo2, Undo2, ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { preventFling } from '#web/lib/prevent-fling.ts';
import { idle } from '#web/ui/idle.ts';
import { largeText } from '#web/ui/screens.ts';
import type { MaskViewControl } from './use-mask-view.ts';
import { words } from './words.ts';

interface MaskToolsProps {
  /** Whether the brush adds to the mask; otherwise it removes. */
  readonly keeps: boolean;
  readonly onKeeps: (keeps: boolean) => void;
  /** Diameter of the brush in pixels of the screen. */
  readonly brush: number;
  readonly onBrush: (diameter: number) => void;
  /** Undefined if there is nothing to undo or to redo, or if it cannot be done now. */
  readonly onUndo: (() => void) | undefined;
  readonly onRedo: (() => void) | undefined;
  readonly control: MaskViewControl;
}

/** The tools of the mask editor: the brush and its size, undo and redo, and zoom. */
export function MaskTools({ keeps, onKeeps, brush, onBrush, onUndo, onRedo, control }: MaskToolsProps) {
  const { canZoomIn, canZoomOut, zoomBy } = control;
  return (
    <HStack w="full" wrap="wrap" gap="3" justify="space-between">
      <SegmentGroup.Root
        aria-label={words.tools}
        value={keeps ? 'keep' : 'remove'}
        onValueChange={({ value }) => onKeeps(value === 'keep')}
        size="lg"
      >
        <SegmentGroup.Indicator />
        {(['keep', 'remove'] as const).map((tool) => (
          <SegmentGroup.Item key={tool} value={tool} minH="11" px="4" css={{ [largeText]: { px: '2' } }}>
            <SegmentGroup.ItemText>{tool === 'keep' ? words.add : words.remove}</SegmentGroup.ItemText>
            <SegmentGroup.ItemHiddenInput />
          </SegmentGroup.Item>
        ))}
      </SegmentGroup.Root>
      <Slider.Root
        flex="1"
        minW="8rem"
        maxW="16rem"
        min={8}
        max={120}
        step={4}
        value={[brush]}
        onValueChange={({ value }) => onBrush(value[0] ?? brush)}
        aria-label={[words.size]}
      >
        <Slider.Control ref={keepTaps}>
          <Slider.Track>
            <Slider.Range />
          </Slider.Track>
          <Slider.Thumb index={0} boxSize="7">
            <Slider.HiddenInput />
          </Slider.Thumb>
        </Slider.Control>
      </Slider.Root>
      <HStack gap="1" css={{ [largeText]: { flexWrap: 'wrap' } }}>
        <Tool label={words.undo} onClick={onUndo}>
          <Undo2 aria-hidden />
        </Tool>
        <Tool label={words.redo} onClick={onRedo}>
          <Redo2 aria-hidden />
        </Tool>
        <Tool label={words.zoomOut} onClick={canZoomOut ? () => zoomBy(1 / 1.5) : undefined}>
          <ZoomOut aria-hidden />
        </Tool>
        <Tool label={words.zoomIn} onClick={canZoomIn ? () => zoomBy(1.5) : undefined}>
          <ZoomIn aria-hidden />
        </Tool>
      </HStack>
    </HStack>
  );
}

interface ToolProps {
  readonly label: string;
  /** Undefined while the tool is disabled. */
  readonly onClick: (() => void) | undefined;
  readonly children: ReactNode;
}

function Tool({ label, onClick, children }: ToolProps) {
  return (
    <IconButton
      variant="ghost"
      size="lg"
      aria-label={label}
      title={label}
      onClick={onClick}
      {...idle(onClick === undefined)}
    >
      {children}
    </IconButton>
  );
}

/** Makes the tap after a quick drag of a slider press a button (see preventFling). */
function keepTaps(control: HTMLElement | null): (() => void) | undefined {
  return control ? preventFling(control, 'sideways') : undefined;
}
