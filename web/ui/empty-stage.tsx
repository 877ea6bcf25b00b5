import { chakra, Text } from '@chakra-ui/react';
import { ImageUp } from 'lucide-react';
import { pickPhoto } from './photo-drop.tsx';

/** The place of a picture before there is a photo: a button that asks for one. */
export function EmptyStage({ title, hint }: { title: string; hint: string }) {
  return (
    <chakra.button
      type="button"
      onClick={pickPhoto}
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
      p="4"
      textAlign="center"
      cursor="pointer"
      transition="background 150ms, border-color 150ms"
      _hover={{ bg: 'bg.muted', borderColor: 'brand.solid' }}
      focusVisibleRing="outside"
    >
      <ImageUp size={28} aria-hidden />
      <Text as="span" fontWeight="600">
        {title}
      </Text>
      <Text as="span" color="fg.muted" fontSize="xs">
        {hint}
      </Text>
    </chakra.button>
  );
}
