import { Box, chakra, Text } from '@chakra-ui/react';
import { Move } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { preventFling } from '#web/lib/prevent-fling.ts';
import { words } from './words.ts';

export interface Framing {
  /** 0 left or top, 1 right or bottom, 0.5 the centre. */
  readonly x: number;
  readonly y: number;
}

interface CropPreviewProps {
  readonly src: string;
  readonly alt: string;
  /** Width divided by height of the frame. */
  readonly ratio: number;
  readonly framing: Framing;
  readonly onChange: (framing: Framing) => void;
}

const within = (value: number) => Math.min(1, Math.max(0, value));

/**
 * The photo as it will be cropped: it covers the frame, and is dragged (or moved by the arrow keys) along the side
 * that has room.
 */
export function CropPreview({ src, alt, ratio, framing, onChange }: CropPreviewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number; from: Framing } | undefined>(undefined);
  const [natural, setNatural] = useState<number>();
  const wide = natural !== undefined && natural > ratio * 1.01;
  const tall = natural !== undefined && natural < ratio / 1.01;
  const movable = wide || tall;
  useEffect(() => {
    if (!frame.current || !movable) return;
    return preventFling(frame.current, wide ? 'sideways' : 'upright');
  }, [movable, wide]);

  function move(event: PointerEvent): void {
    const box = frame.current?.getBoundingClientRect();
    if (!drag.current || box === undefined || natural === undefined) return;
    const spareX = box.height * natural - box.width;
    const spareY = box.width / natural - box.height;
    const { from } = drag.current;
    onChange({
      x: wide ? within(from.x - (event.clientX - drag.current.x) / spareX) : from.x,
      y: tall ? within(from.y - (event.clientY - drag.current.y) / spareY) : from.y,
    });
  }

  return (
    <Box
      ref={frame}
      position="relative"
      aspectRatio={ratio}
      w="full"
      maxH="full"
      overflow="hidden"
      borderRadius="card"
      bg="bg.muted"
      cursor={movable ? 'grab' : undefined}
      _active={movable ? { cursor: 'grabbing' } : {}}
      css={{ touchAction: wide ? 'pan-y' : tall ? 'pan-x' : 'auto', containerType: 'inline-size' }}
      onPointerDown={(event) => {
        if (!movable) return;
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
      <chakra.img
        src={src}
        alt={alt}
        draggable={false}
        w="full"
        h="full"
        objectFit="cover"
        userSelect="none"
        onLoad={(event) => {
          const { naturalWidth, naturalHeight } = event.currentTarget;
          if (naturalHeight > 0) setNatural(naturalWidth / naturalHeight);
        }}
        style={{ objectPosition: `${framing.x * 100}% ${framing.y * 100}%` }}
      />
      {movable && (
        <>
          <chakra.input
            type="range"
            className="peer"
            min={0}
            max={100}
            value={Math.round((wide ? framing.x : framing.y) * 100)}
            onChange={(event) => {
              const value = Number(event.target.value) / 100;
              onChange(wide ? { ...framing, x: value } : { ...framing, y: value });
            }}
            aria-label={wide ? words.moveSideways : words.moveUpright}
            position="absolute"
            insetInline="0"
            bottom="0"
            h="1px"
            opacity="0"
            pointerEvents="none"
          />
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
            css={{ '.peer:focus-visible ~ &': { outline: '3px solid #D9381E' } }}
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
