import { Box, Button, Dialog, HStack, Slider, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { RotateCcw, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { Size } from '#shared/domain/formats.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { type Cut, cutPhoto, straightCut } from './fix-photo.ts';
import { words } from './words.ts';

/** Maximum angle of the slider in degrees: a larger tilt is taken to be intended. */
const mostDegrees = 20;

interface StraightenDialogProps {
  /** Address of the upright photo. */
  readonly src: string;
  /** The photo's file. */
  readonly file: File;
  /** Tilt of the plate in degrees, clockwise; the dialog starts with the rotation that corrects it. */
  readonly lean: number;
  readonly onDone: (file: File, cut: Cut) => void;
  readonly onClose: () => void;
}

/** Rotates a photo by quarter turns and by degrees, and shows the remaining part. */
export function StraightenDialog({ src, file, lean, onDone, onClose }: StraightenDialogProps) {
  const [quarters, setQuarters] = useState(0);
  const [degrees, setDegrees] = useState(-lean);
  const straighten = useMutation({
    mutationFn: async (cut: Cut) => ({ file: await cutPhoto(file, file.name, cut), cut }),
  });
  // Not called if the user has closed the dialog in the meantime.
  const onSuccess = (made: { file: File; cut: Cut }) => {
    onClose();
    onDone(made.file, made.cut);
  };
  const [size, setSize] = useState<Size>({ width: 1, height: 1 });
  const turned = quarters % 2 === 0 ? size : { width: size.height, height: size.width };
  const cut = straightCut(turned, quarters, degrees);
  return (
    <SmallDialog
      onClose={onClose}
      title={words.straightenOrTurn}
      description={words.straightenText}
      focusesTitle
    >
      <Dialog.Body display="grid" gap="4" justifyItems="center">
        {/* A square, so that no button moves when the photo is turned. */}
        <Box w="min(100%, 45dvh)" aspectRatio={1} display="grid" placeItems="center">
          <Box
            position="relative"
            overflow="hidden"
            borderRadius="card"
            w={`${100 * Math.min(1, turned.width / turned.height)}%`}
            aspectRatio={turned.width / turned.height}
          >
            <img
              src={src}
              alt={words.photo}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                setSize({ width, height })
              }
              style={{
                position: 'absolute',
                top: '50%',
                left: '50%',
                width: `${(100 * size.width) / turned.width}%`,
                maxWidth: 'none',
                transform: `translate(-50%, -50%) rotate(${quarters * 90 + degrees}deg) scale(${1 / cut.box.width})`,
              }}
            />
            <Grid />
          </Box>
        </Box>
        <HStack w="full" gap="3" flexWrap="wrap">
          <Slider.Root
            flex="1 1 12rem"
            min={-mostDegrees}
            max={mostDegrees}
            step={0.5}
            origin="center"
            value={[degrees]}
            aria-label={[words.angle]}
            getAriaValueText={({ value }) => words.degrees(value)}
            onValueChange={({ value: [chosen] }) => setDegrees(chosen ?? 0)}
          >
            <Slider.Control>
              <Slider.Track>
                <Slider.Range />
              </Slider.Track>
              <Slider.Thumbs />
            </Slider.Control>
          </Slider.Root>
          <Text w="14" textAlign="end" fontVariantNumeric="tabular-nums" aria-hidden>
            {words.degrees(degrees)}
          </Text>
        </HStack>
        <HStack gap="3" flexWrap="wrap">
          <Button variant="outline" size="sm" onClick={() => setQuarters((quarters + 3) % 4)}>
            <RotateCcw size={16} aria-hidden />
            {words.turnLeft}
          </Button>
          <Button variant="outline" size="sm" onClick={() => setQuarters((quarters + 1) % 4)}>
            <RotateCw size={16} aria-hidden />
            {words.turnRight}
          </Button>
        </HStack>
        {straighten.error && (
          <Text role="alert" fontSize="sm" color="fg.error">
            {messageOf(straighten.error, words.fixFailed)}
          </Text>
        )}
      </Dialog.Body>
      <SmallDialogFooter
        onCancel={onClose}
        action={words.straightenOk}
        isPending={straighten.isPending}
        disabled={quarters === 0 && degrees === 0}
        onAction={() => straighten.mutate(cut, { onSuccess })}
      />
    </SmallDialog>
  );
}

/** A grid that helps to see what is level and upright. */
function Grid() {
  const line = 'rgb(255 255 255 / 0.55)';
  const every = (side: string) =>
    `repeating-linear-gradient(${side}, transparent 0 calc(100% / 6 - 1px), ${line} calc(100% / 6 - 1px) calc(100% / 6))`;
  return (
    <Box
      aria-hidden
      position="absolute"
      inset="0"
      pointerEvents="none"
      style={{ backgroundImage: `${every('to right')}, ${every('to bottom')}` }}
    />
  );
}
