import { SkipNavLink } from '@chakra-ui/react';
import { words } from '#web/lib/words.ts';

/** The first stop of the keyboard: leads past the navigation to the `SkipNavContent` with the id `content`. */
export function SkipLink() {
  return (
    <SkipNavLink id="content" zIndex="skipNav" borderRadius="pill" px="4" py="3" boxShadow="float">
      {words.skip}
    </SkipNavLink>
  );
}
