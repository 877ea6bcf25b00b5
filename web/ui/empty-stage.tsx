import { chakra, Text } from '@chakra-ui/react';
import { ImageUp } from 'lucide-react';
import { pickPhoto } from './photo-drop.tsx';

/** Upright formats on a phone: too slim for the hint. */
const slim = '@container (max-width: 8rem)';

interface EmptyStageProps {
  readonly title: string;
  readonly hint: string;
  /** Opens a file dialog; by default that of the page's photo input. */
  readonly onPick?: () => void;
}

/** Shown before there is a photo: a button that asks for one. */
export function EmptyStage({ title, hint, onPick = pickPhoto }: EmptyStageProps) {
  return (
    <chakra.button
      type="button"
      onClick={onPick}
      w="full"
      h="full"
      borderRadius="card"
      borderWidth="2px"
      borderStyle="dashed"
      borderColor="border.emphasized"
      bg="bg.subtle"
      display="flex"
      flexDirection="column"
      alignItems="center"
      justifyContent="center"
      gap="1"
      px="2"
      py="4"
      textAlign="center"
      containerType="inline-size"
      cursor="pointer"
      transition="background 150ms, border-color 150ms"
      _hover={{ bg: 'bg.muted', borderColor: 'brand.solid' }}
      focusVisibleRing="outside"
    >
      <ImageUp size={28} aria-hidden />
      <Text as="span" fontWeight="600" css={{ [slim]: { fontSize: 'xs' } }}>
        {title}
      </Text>
      <Text as="span" color="fg.muted" fontSize="xs" css={{ [slim]: { display: 'none' } }}>
        {hint}
      </Text>
    </chakra.button>
  );
}
