import { Box, chakra, Grid, HStack, Stack, Text } from '@chakra-ui/react';
import { ChevronRight, UsersRound, Utensils, Wand } from 'lucide-react';
import { defaultFilter } from '#shared/domain/entitlements.ts';
import type { CreationPath } from '#shared/domain/scenes.ts';
import { useEntitlements } from '#web/lib/account.ts';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { PreviewImage } from '#web/ui/preview-image.tsx';
import { previewOf } from './look-previews.ts';
import { useRandomLook } from './use-random-look.ts';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

const ways = [
  {
    path: 'ugc',
    title: words.ugc,
    text: words.ugcText,
    sign: words.withPeople,
    Icon: UsersRound,
    src: previewOf.scene('ugc', 'festival-field'),
    fallback: '/samples/burger.jpg',
  },
  {
    path: 'social',
    title: words.social,
    text: words.socialText,
    sign: words.foodOnly,
    Icon: Utensils,
    src: previewOf.scene('social', 'mediterranean-blue'),
    fallback: '/samples/pizza.jpg',
  },
] as const;

/** The creation path: with people, or about the food; and a smaller button for a plain touch-up (readings 13). */
export function ChoiceStep({ wizard: { state, dispatch } }: { wizard: Wizard }) {
  const entitlements = useEntitlements();
  const random = useRandomLook('filter');

  function choose(path: CreationPath): void {
    const first = defaultFilter(entitlements);
    dispatch({ type: 'pathChosen', path, filter: first.kind === 'filter' ? { id: first.id } : null });
    if (first.kind === 'random') {
      const askedFor = { ...state, creationPath: path };
      random.draw(path, (filter) => dispatch({ type: 'touched', changes: { filter }, askedFor }));
    }
  }

  return (
    <>
      <PanelTitle title={words.choiceTitle} />
      <Grid templateColumns="repeat(auto-fit, minmax(min(7rem, 100%), 1fr))" gap="3">
        {ways.map(({ path, title, text, sign, Icon, src, fallback }) => (
          <chakra.button
            key={path}
            type="button"
            onClick={() => choose(path)}
            textAlign="start"
            cursor="pointer"
            borderRadius="card"
            overflow="hidden"
            bg="bg.panel"
            borderWidth="1px"
            borderColor="border"
            className="group"
            transition="border-color 150ms"
            _hover={{ borderColor: 'brand.solid' }}
            focusVisibleRing="outside"
            display="flex"
            flexDirection="column"
          >
            <chakra.div
              position="relative"
              overflow="hidden"
              aspectRatio={{ base: 1.15, md: 0.95 }}
              w="full"
              css={{
                '& > img': {
                  width: '100%',
                  height: '100%',
                  objectFit: 'cover',
                  transition: 'transform 250ms',
                  _groupHover: { transform: 'scale(1.04)' },
                },
              }}
            >
              <PreviewImage src={src} fallback={fallback} />
              <Box
                position="absolute"
                top="2.5"
                left="2.5"
                display="flex"
                alignItems="center"
                gap="1.5"
                px="3"
                py="1"
                borderRadius="pill"
                bg={path === 'ugc' ? 'saffron.400' : 'basil.600'}
                color={path === 'ugc' ? '#1F1A17' : 'white'}
                fontSize="xs"
                fontWeight="700"
                aria-hidden
              >
                <Icon size={15} />
                {sign}
              </Box>
            </chakra.div>
            <Stack gap="1" p="4">
              <Text fontFamily="heading" fontWeight="700" fontSize="md" lineHeight="1.2">
                {title}
              </Text>
              <Text fontSize="xs" color="fg.muted">
                {text}
              </Text>
            </Stack>
          </chakra.button>
        ))}
      </Grid>
      <chakra.button
        type="button"
        mt="3"
        w="full"
        onClick={() => dispatch({ type: 'professionalOpened' })}
        textAlign="start"
        cursor="pointer"
        borderRadius="card"
        borderWidth="1px"
        borderColor="border"
        px="4"
        py="3"
        _hover={{ borderColor: 'brand.solid' }}
        focusVisibleRing="outside"
      >
        <HStack gap="3">
          <Wand size={20} aria-hidden />
          <Stack gap="0" flex="1">
            <Text fontWeight="600">{words.professional}</Text>
            <Text fontSize="xs" color="fg.muted">
              {words.professionalText}
            </Text>
          </Stack>
          <ChevronRight size={18} aria-hidden />
        </HStack>
      </chakra.button>
    </>
  );
}
