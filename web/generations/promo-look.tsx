import { Box, Button, chakra, Stack, Switch, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { type PromoLook as Look, plainLook } from '#shared/domain/overlay.ts';
import { paths } from '#web/paths.ts';
import { useBrandKit } from './brand-kit-query.ts';
import { ColorChoice } from './color-choice.tsx';
import { FontChoice } from './font-choice.tsx';
import { usualColors } from './picture-colors.ts';
import { words } from './words.ts';

interface PromoLookProps {
  /** Null: the look of the brand kit, without a logo. */
  readonly value: Look | null;
  readonly onChange: (look: Look | null) => void;
}

/** Font and colour of promotional text, and whether the logo is on the picture. */
export function PromoLook({ value, onChange }: PromoLookProps) {
  const kit = useBrandKit();
  const { font, colors } = kit?.look ?? plainLook;
  const look = value ?? { font, color: colors.words, logo: false };
  return (
    <Stack gap="4" pt="1">
      <Box>
        <Label>{words.promoFont}</Label>
        <FontChoice
          label={words.promoFont}
          value={look.font}
          onChange={(wanted) => onChange({ ...look, font: wanted })}
        />
      </Box>
      <Box>
        <Label>{words.promoColor}</Label>
        <ColorChoice
          label={words.promoColor}
          value={look.color}
          colors={[...new Set([...(kit?.look ? Object.values(kit.look.colors) : []), ...usualColors])]}
          onChange={(color) => onChange({ ...look, color })}
        />
      </Box>
      {kit?.logo ? (
        <Switch.Root
          checked={look.logo}
          onCheckedChange={({ checked }) => onChange({ ...look, logo: checked })}
          colorPalette="basil"
          minH="11"
        >
          <Switch.HiddenInput />
          <Switch.Control>
            <Switch.Thumb />
          </Switch.Control>
          <Switch.Label>{words.promoLogo}</Switch.Label>
        </Switch.Root>
      ) : (
        <Text fontSize="sm" color="fg.muted">
          {words.promoNoLogo}{' '}
          <chakra.span textDecoration="underline">
            <Link to={paths.account}>{words.promoAddLogo}</Link>
          </chakra.span>
        </Text>
      )}
      {value && (
        <Button alignSelf="start" variant="ghost" onClick={() => onChange(null)}>
          {words.promoAsUsual}
        </Button>
      )}
    </Stack>
  );
}

function Label({ children }: { readonly children: string }) {
  return (
    <Text fontWeight="600" fontSize="sm" mb="1.5">
      {children}
    </Text>
  );
}
