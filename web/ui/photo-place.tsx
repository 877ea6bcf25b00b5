import { Box } from '@chakra-ui/react';
import { Image } from 'lucide-react';

/** The place of a photo whose picture is being loaded, or cannot be shown. */
export function PhotoPlace({ alt }: { readonly alt: string }) {
  return (
    <Box
      role="img"
      aria-label={alt}
      boxSize="full"
      display="grid"
      placeItems="center"
      borderRadius="card"
      bg="bg.muted"
      color="fg.muted"
    >
      <Image size={28} aria-hidden />
    </Box>
  );
}
