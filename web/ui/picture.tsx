import { Button, chakra, type HTMLChakraProps, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { words as shared } from '#web/lib/words.ts';
import { words } from './words.ts';

/**
 * Whether a picture could not be loaded, the attributes of its `<img>` that detect it, and a function that loads it
 * again.
 */
export function useLoading(src: string) {
  const [broken, setBroken] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  return {
    isBroken: broken === src,
    img: {
      src,
      onError: () => setBroken(src),
      // Hides the browser's icon of a broken picture.
      style: broken === src ? { opacity: 0 } : undefined,
    },
    /** Changes with each attempt: a new `<img>` asks the server again. */
    attempt,
    again: () => {
      setBroken(undefined);
      setAttempt((before) => before + 1);
    },
  };
}

interface PictureProps extends HTMLChakraProps<'img'> {
  readonly src: string;
}

/** A picture that fills its box, with a message if it cannot be loaded. */
export function Picture({ src, ...rest }: PictureProps) {
  const { isBroken, img, attempt, again } = useLoading(src);
  return (
    <>
      <chakra.img key={attempt} w="full" h="full" objectFit="cover" borderRadius="card" {...rest} {...img} />
      {isBroken && <BrokenPicture onAgain={again} />}
    </>
  );
}

/** Covers a picture that could not be loaded. */
export function BrokenPicture({ onAgain }: { onAgain: () => void }) {
  return (
    <Stack
      position="absolute"
      inset="0"
      align="center"
      justify="center"
      gap="2"
      p="3"
      bg="bg.muted"
      borderRadius="card"
      textAlign="center"
      cursor="default"
      // A press here must not move a divider.
      onPointerDown={(event) => event.stopPropagation()}
    >
      <Text role="alert" fontSize="sm" color="fg.muted">
        {words.pictureFailed}
      </Text>
      <Button variant="outline" colorPalette="gray" onClick={onAgain}>
        {shared.tryAgain}
      </Button>
    </Stack>
  );
}
