import { Badge, Button, HStack } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { largeText } from '#web/ui/screens.ts';
import { words } from './words.ts';

/** The link back to the studio, and the sign of Pro. */
export function TopBar() {
  return (
    <HStack flex="1" justify="space-between" css={{ [largeText]: { flexWrap: 'wrap' } }}>
      <Button asChild variant="ghost" ms="-3">
        <Link to={paths.studio()}>
          <ArrowLeft size={18} aria-hidden />
          {words.back}
        </Link>
      </Button>
      <Badge colorPalette="saffron" variant="solid" size="lg" borderRadius="pill" px="3" fontWeight="700">
        {words.pro}
      </Badge>
    </HStack>
  );
}
