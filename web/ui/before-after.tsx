import { Box, chakra } from '@chakra-ui/react';
import { ChevronsLeftRight } from 'lucide-react';
import { compareWords, useCompare } from '#web/lib/use-compare.ts';
import { BrokenPicture, useLoading } from './picture.tsx';
import { words } from './words.ts';

interface BeforeAfterProps {
  readonly before: string;
  readonly after: string;
  /** URL of a small copy of `after`, shown until it is there. */
  readonly thumbnail?: string;
  /** Names the picture, for example by its dish. */
  readonly label: string;
  /** Width divided by height. */
  readonly ratio: number;
  /** URL of a mask of the pictures' ratio: only the masked part is shown. */
  readonly mask?: string | null;
}

/** Two pictures with a divider, dragged by mouse or finger or moved by the arrow keys. */
export function BeforeAfter({ before, after, thumbnail, label, ratio, mask = null }: BeforeAfterProps) {
  const { position, frame, range } = useCompare(label);
  const first = useLoading(before);
  const second = useLoading(after);
  return (
    <Box
      position="relative"
      overflow="hidden"
      width="full"
      maxH="full"
      borderRadius="card"
      aspectRatio={ratio}
      cursor="ew-resize"
      userSelect="none"
      bg="bg.muted"
      css={{ touchAction: 'pan-y', containerType: 'inline-size' }}
      {...frame}
    >
      <Box
        position="absolute"
        inset="0"
        bgSize="cover"
        style={{ ...masked(mask), backgroundImage: thumbnail && `url("${thumbnail}")` }}
      >
        <Layer key={second.attempt} {...second.img} alt={compareWords.afterOf(label)} />
        {!first.isBroken && (
          <Box position="absolute" inset="0" style={{ clipPath: `inset(0 ${100 - position}% 0 0)` }}>
            <Layer {...first.img} alt={compareWords.beforeOf(label)} />
          </Box>
        )}
      </Box>
      <Tag side="left" hidden={position < 14 && !first.isBroken}>
        {first.isBroken ? words.beforeFailed : compareWords.before}
      </Tag>
      <Tag side="right" hidden={position > 86 || first.isBroken}>
        {compareWords.after}
      </Tag>
      <chakra.input
        {...range}
        className="peer"
        position="absolute"
        insetInline="0"
        bottom="0"
        opacity="0"
        h="1px"
        pointerEvents="none"
      />
      <Box
        position="absolute"
        top="0"
        bottom="0"
        w="3px"
        ml="-1.5px"
        bg="white"
        boxShadow="0 0 12px rgb(0 0 0 / 0.35)"
        pointerEvents="none"
        hidden={first.isBroken}
        style={{ left: `${position}%` }}
        css={{ '.peer:focus-visible ~ & > div': { outline: '3px solid #D9381E', outlineOffset: '2px' } }}
      >
        <Box
          position="absolute"
          top="50%"
          left="50%"
          transform="translate(-50%, -50%)"
          boxSize="11"
          borderRadius="pill"
          bg="white"
          color="#1F1A17"
          display="grid"
          placeItems="center"
          boxShadow="0 2px 12px rgb(0 0 0 / 0.3)"
        >
          <ChevronsLeftRight size={20} aria-hidden />
        </Box>
      </Box>
      {second.isBroken && <BrokenPicture onAgain={second.again} />}
    </Box>
  );
}

function masked(mask: string | null) {
  return mask === null ? undefined : { maskImage: `url("${mask}")`, maskSize: '100% 100%' };
}

interface LayerProps {
  readonly src: string;
  readonly alt: string;
  readonly onError: () => void;
  readonly style: { readonly opacity: number } | undefined;
}

function Layer(img: LayerProps) {
  return (
    <chakra.img
      {...img}
      draggable={false}
      position="absolute"
      inset="0"
      w="full"
      h="full"
      objectFit="cover"
    />
  );
}

function Tag({ side, hidden, children }: { side: 'left' | 'right'; hidden: boolean; children: string }) {
  return (
    <Box
      aria-hidden
      position="absolute"
      top="3"
      {...{ [side]: '3' }}
      px="3"
      py="1"
      borderRadius="pill"
      bg="rgb(31 26 23 / 0.72)"
      color="white"
      fontSize="xs"
      fontWeight="600"
      pointerEvents="none"
      transition="opacity 150ms"
      opacity={hidden ? 0 : 1}
      css={{
        '@container (max-width: 13rem)': {
          fontSize: '0.6875rem',
          px: '1.5',
          py: '0',
          top: '1.5',
          [side]: '1.5',
        },
      }}
    >
      {children}
    </Box>
  );
}
