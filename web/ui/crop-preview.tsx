import { Box, chakra, Text } from '@chakra-ui/react';
import { Move } from 'lucide-react';
import { type PointerEvent, useEffect, useRef } from 'react';
import type { Size } from '#shared/domain/formats.ts';
import { cropWindow, type Framing } from '#shared/domain/framing.ts';
import { preventFling } from '#web/lib/prevent-fling.ts';
import { PhotoInFrame, useNaturalSize } from './photo-in-frame.tsx';
import { words } from './words.ts';

interface CropPreviewProps {
  readonly src: string;
  readonly alt: string;
  /** The frame; only its ratio counts. */
  readonly target: Size;
  readonly framing: Framing;
  readonly onChange: (framing: Framing) => void;
}

type Axis = 'x' | 'y';

const within = (value: number) => Math.min(1, Math.max(0, value));

/**
 * The photo as it will be cropped. It can be dragged, or moved by the arrow keys, along the sides on which it is
 * cropped.
 */
export function CropPreview({ src, alt, target, framing, onChange }: CropPreviewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number; from: Framing } | undefined>(undefined);
  const { natural, onNatural } = useNaturalSize(src);
  const window = natural && cropWindow(natural, target, framing);
  const spare = (axis: Axis) => (natural && window ? Math.abs(spareOf(axis, natural, window)) : 0);
  const axes = (['x', 'y'] as const).filter((axis) => spare(axis) > 0.01);
  // A finger drags along the side with more room, and scrolls the page along the other.
  const direction = axes.length === 0 ? undefined : spare('x') > spare('y') ? 'sideways' : 'upright';
  useEffect(() => {
    if (frame.current && direction) return preventFling(frame.current, direction);
  }, [direction]);

  function move(event: PointerEvent): void {
    const box = frame.current?.getBoundingClientRect();
    if (!drag.current || !box || !natural || !window) return;
    const { from, x, y } = drag.current;
    const moved = { x: (event.clientX - x) / box.width, y: (event.clientY - y) / box.height };
    // If the photo is smaller than the frame, the room is negative, so that it still follows the pointer.
    const along = (axis: Axis) =>
      axes.includes(axis) ? within(from[axis] - moved[axis] / spareOf(axis, natural, window)) : from[axis];
    onChange({ ...from, x: along('x'), y: along('y') });
  }

  return (
    <Box
      ref={frame}
      position="relative"
      aspectRatio={target.width / target.height}
      w="full"
      maxH="full"
      overflow="hidden"
      borderRadius="card"
      bg="bg.muted"
      cursor={direction ? 'grab' : undefined}
      _active={direction ? { cursor: 'grabbing' } : {}}
      css={{ touchAction: touchActions[direction ?? 'none'], containerType: 'inline-size' }}
      onPointerDown={(event) => {
        if (!direction) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, y: event.clientY, from: framing };
      }}
      onPointerMove={move}
      onPointerUp={() => {
        drag.current = undefined;
      }}
      onPointerCancel={() => {
        drag.current = undefined;
      }}
    >
      <PhotoInFrame
        src={src}
        alt={alt}
        target={target}
        framing={framing}
        natural={natural}
        onNatural={onNatural}
      />
      {direction && (
        <>
          {axes.map((axis) => (
            <chakra.input
              key={axis}
              type="range"
              className="peer"
              min={0}
              max={100}
              value={Math.round(framing[axis] * 100)}
              onChange={(event) => onChange({ ...framing, [axis]: Number(event.target.value) / 100 })}
              aria-label={axis === 'x' ? words.moveSideways : words.moveUpright}
              position="absolute"
              insetInline="0"
              bottom="0"
              h="1px"
              opacity="0"
              pointerEvents="none"
            />
          ))}
          <Box
            aria-hidden
            position="absolute"
            bottom="3"
            left="50%"
            transform="translateX(-50%)"
            display="flex"
            alignItems="center"
            gap="2"
            px="3"
            py="1.5"
            borderRadius="pill"
            bg="rgb(31 26 23 / 0.72)"
            color="white"
            pointerEvents="none"
            whiteSpace="nowrap"
            css={{
              // A phone's thumbnail is too small for it, and cannot be dragged.
              '@container (max-width: 6rem)': { display: 'none' },
              '.peer:focus-visible ~ &': { display: 'flex', outline: '3px solid #D9381E' },
            }}
          >
            <Move size={14} />
            <Text
              as="span"
              fontSize="xs"
              fontWeight="600"
              css={{ '@container (max-width: 13rem)': { display: 'none' } }}
            >
              {words.dragToFrame}
            </Text>
          </Box>
        </>
      )}
    </Box>
  );
}

/** Gestures that the browser may still handle while the photo can be dragged. */
const touchActions = { sideways: 'pan-y', upright: 'pan-x', none: 'auto' };

/** Difference between photo and window, in shares of the window; negative if the window is larger. */
function spareOf(axis: Axis, photo: Size, window: Size): number {
  return axis === 'x'
    ? (photo.width - window.width) / window.width
    : (photo.height - window.height) / window.height;
}
