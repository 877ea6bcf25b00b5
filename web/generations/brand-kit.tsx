import { Box, Button, chakra, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { BrandKit as Kit } from '#shared/api/brand-kit.ts';
import { contrast, readableOn, rgbOf } from '#shared/domain/contrast.ts';
import { logoTypes } from '#shared/domain/limits.ts';
import {
  type BrandLook,
  changedLook,
  emptyOverlay,
  type LookChanges,
  overlayText,
  plainLook,
} from '#shared/domain/overlay.ts';
import { layOutOverlay, overlaySvg } from '#shared/domain/overlay-layout.ts';
import { useMe } from '#web/lib/account.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts';
import { useSeen } from '#web/lib/use-seen.ts';
import { idle } from '#web/ui/idle.ts';
import { brandKitDraft } from './brand-kit-draft.ts';
import { useChangeBrandKit } from './brand-kit-query.ts';
import { words } from './brand-kit-words.ts';
import { ColorChoice } from './color-choice.tsx';
import { FontChoice } from './font-choice.tsx';
import { loadTypeface } from './overlay-typeface.ts';
import { paletteOf, smallPictureOf, usualColors } from './picture-colors.ts';

interface BrandKitProps {
  /** Called when font and colours were saved. */
  readonly onSaved?: () => void;
}

/** Shows and changes logo, font and colours of the account's pictures. */
export function BrandKit(props: BrandKitProps) {
  const me = useMe();
  return me ? <BrandKitForm userId={me.userId} kit={me.brandKit} {...props} /> : <Skeleton h="30rem" />;
}

interface BrandKitFormProps extends BrandKitProps {
  readonly userId: string;
  readonly kit: Kit;
}

function BrandKitForm({ userId, kit, onSaved }: BrandKitFormProps) {
  const saved = kit.look ?? plainLook;
  // Only what is changed here, so that the rest stays as another tab or device has saved it.
  const [changes, setChanges] = useState<LookChanges>(() => brandKitDraft(userId).read() ?? {});
  const look = changedLook(saved, changes);
  const [logoColors, setLogoColors] = useState<readonly string[]>([]);
  const { save } = useChangeBrandKit();
  const isChanged = !isSame(look, saved);
  useLeaveGuard(isChanged);
  useEffect(() => brandKitDraft(userId).keep(isChanged ? changes : undefined));
  const colors = [...new Set([...(kit.logo ? logoColors : []), ...usualColors])];
  const paint = (part: keyof BrandLook['colors']) => (color: string) =>
    setChanges({ ...changes, colors: { ...changes.colors, [part]: color } });
  return (
    <chakra.form
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="5"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(changes, {
          onSuccess: (_, sent) => {
            // What was chosen in the meantime is still to be saved.
            setChanges((now) => (now === sent ? {} : now));
            onSaved?.();
          },
        });
      }}
    >
      <LogoField
        logo={kit.logo}
        onShown={(image) => {
          const picture = smallPictureOf(image);
          setLogoColors(picture ? paletteOf(picture) : []);
        }}
      />
      <Group label={words.font}>
        <FontChoice
          label={words.font}
          value={look.font}
          onChange={(font) => setChanges({ ...changes, font })}
        />
      </Group>
      {(['words', 'accent'] as const).map((part) => (
        <Group key={part} label={words.colors[part]}>
          <ColorChoice
            label={words.colors[part]}
            value={look.colors[part]}
            colors={colors}
            onChange={paint(part)}
            otherLabel={words.anotherColor(words.colors[part])}
          />
          <Text fontSize="sm" color="fg.muted" mt="2" role="status">
            {part === 'words' ? wordsAdvice(look.colors.words) : priceAdvice(look.colors.accent)}
          </Text>
        </Group>
      ))}
      <Group label={words.sample}>
        <Sample look={look} logo={kit.logo} />
      </Group>
      <Button
        type="submit"
        justifySelf="start"
        loading={save.isPending}
        {...idle(!isChanged && kit.look !== null)}
      >
        {words.save}
      </Button>
    </chakra.form>
  );
}

interface LogoFieldProps {
  readonly logo: Kit['logo'];
  readonly onShown: (image: HTMLImageElement) => void;
}

function LogoField({ logo, onShown }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { setLogo, deleteLogo } = useChangeBrandKit();
  return (
    <Group label={words.logo}>
      {logo ? (
        <HStack gap="3">
          {(['light', 'dark'] as const).map((ground) => (
            <Box
              key={ground}
              flex="1"
              h="28"
              p="4"
              borderWidth="1px"
              borderColor="border.muted"
              borderRadius="card"
              style={{ background: ground === 'light' ? '#ffffff' : '#171310' }}
            >
              <chakra.img
                src={logo.url}
                alt={words.logoOn[ground]}
                w="full"
                h="full"
                objectFit="contain"
                {...(ground === 'light' && { onLoad: ({ currentTarget }) => onShown(currentTarget) })}
              />
            </Box>
          ))}
        </HStack>
      ) : (
        <Text color="fg.muted">{words.noLogo}</Text>
      )}
      <Text fontSize="sm" color="fg.muted" mt="2">
        {words.logoHint}
      </Text>
      <HStack ref={keepFocus} mt="3" gap="2" wrap="wrap">
        <Button
          variant="outline"
          loading={setLogo.isPending}
          disabled={deleteLogo.isPending}
          onClick={() => input.current?.click()}
        >
          <ImageUp size={17} aria-hidden />
          {logo ? words.replaceLogo : words.addLogo}
        </Button>
        {logo && (
          <Button
            variant="ghost"
            loading={deleteLogo.isPending}
            disabled={setLogo.isPending}
            onClick={() => deleteLogo.mutate()}
          >
            <Trash2 size={17} aria-hidden />
            {words.removeLogo}
          </Button>
        )}
      </HStack>
      <chakra.input
        ref={input}
        type="file"
        aria-label={words.logo}
        accept={logoTypes.join(',')}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) setLogo.mutate(file);
          // Cleared so that the same file can be chosen again.
          currentTarget.value = '';
        }}
      />
    </Group>
  );
}

const sampleSize = { width: 1200, height: 1000 };

/** A sample dish with words in this look, with the strongest shade that a picture may need. */
function Sample({ look, logo }: { readonly look: BrandLook; readonly logo: Kit['logo'] }) {
  const overlay = {
    ...emptyOverlay(look),
    headline: words.sampleHeadline,
    price: words.samplePrice,
    logo: logo !== null,
  };
  const text = overlayText(overlay);
  const [place, isSeen] = useSeen<HTMLDivElement>();
  const { data: typeface } = useQuery({
    queryKey: ['typeface', look.font, text],
    queryFn: () => loadTypeface(look.font, text),
    enabled: isSeen,
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const layout = typeface && layOutOverlay(overlay, { typeface, size: sampleSize, logo: logo ?? undefined });
  const box = layout?.logo;
  return (
    <Box
      ref={place}
      position="relative"
      maxW="24rem"
      overflow="hidden"
      borderRadius="card"
      bg="bg.muted"
      css={{ aspectRatio: `${sampleSize.width} / ${sampleSize.height}` }}
      aria-hidden
    >
      <chakra.img src="/samples/burger.jpg" alt="" w="full" h="full" objectFit="cover" />
      {layout && (
        <chakra.img
          src={`data:image/svg+xml,${encodeURIComponent(overlaySvg(layout, typeface, sampleSize))}`}
          alt=""
          position="absolute"
          inset="0"
          w="full"
          h="full"
        />
      )}
      {logo && box && (
        <chakra.img
          src={logo.url}
          alt=""
          position="absolute"
          style={{
            left: `${(box.left / sampleSize.width) * 100}%`,
            top: `${(box.top / sampleSize.height) * 100}%`,
            width: `${(box.width / sampleSize.width) * 100}%`,
            height: `${(box.height / sampleSize.height) * 100}%`,
          }}
        />
      )}
    </Box>
  );
}

function Group({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Stack as="section" gap="2" aria-label={label}>
      <Text fontWeight="500" aria-hidden>
        {label}
      </Text>
      <Box>{children}</Box>
    </Stack>
  );
}

/** Contrast ratio to black or white from which a colour needs no shade on most pictures of the other kind. */
const clearContrast = 7;

function wordsAdvice(color: string): string {
  const own = rgbOf(color);
  if (contrast(own, [0, 0, 0]) >= clearContrast) return words.lightWords;
  return contrast(own, [255, 255, 255]) >= clearContrast ? words.darkWords : words.midTone;
}

function priceAdvice(accent: string): string {
  return readableOn(accent, '#ffffff') === '#ffffff' ? words.whitePrice : words.blackPrice;
}

function isSame(a: BrandLook, b: BrandLook): boolean {
  return a.font === b.font && a.colors.words === b.colors.words && a.colors.accent === b.colors.accent;
}
