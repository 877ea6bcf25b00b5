import { SkipNavLink } from '@chakra-ui/react';
import { words } from '#web/lib/words.ts';

/** A skip link, the first tab stop: skips the navigation to the `SkipNavContent` with the id `content`. */
export function SkipLink() {
  return (
    <SkipNavLink id="content" zIndex="skipNav" borderRadius="pill" px="4" py="3" boxShadow="float">
      {words.skip}
    </SkipNavLink>
  );
}
