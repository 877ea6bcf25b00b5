import { Box, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Box as DishBox } from '#shared/domain/dish-place.ts';
import type { Size } from '#shared/domain/formats.ts';
import {
  cutsDish,
  type Frame,
  middleOf,
  platformFileShape,
  reachesBeyond,
} from '#shared/domain/platform-frame.ts';
import { rulesFor } from '#shared/domain/platform-rules.ts';
import { type AppView, imageTypeById, type MenuImageType, platformById } from '#shared/domain/platforms.ts';
import type { Target } from '#shared/domain/whole-menu.ts';
import { useMe } from '#web/lib/account.ts';
import { Details } from '#web/ui/details.tsx';
import { sourceOf } from './check-words.ts';
import { dishBoxQuery } from './dish-box-query.ts';
import { platformRulesQuery } from './platform-rules-query.ts';
import type { Result } from './results.ts';
import { words } from './words.ts';

interface AppViewsProps {
  readonly result: Result;
  readonly targets: readonly Target[];
}

/** Mock-ups of how delivery platforms' apps show the files cut from a picture, behind a line of text. */
export function AppViews(props: AppViewsProps) {
  return (
    <Details summary={words.appViews}>
      <Shown {...props} />
    </Details>
  );
}

function Shown({ result, targets }: AppViewsProps) {
  const { data: dish = null, isPending } = useQuery(dishBoxQuery(result.dishMaskUrl));
  // The built-in rules are used until the server returns those with the operators' changes.
  const rules = useQueries({
    queries: targets.map(({ platform, imageType }) => platformRulesQuery(platform, imageType)),
  });
  if (isPending) return <Text color="fg.muted">{words.appViewsLoading}</Text>;
  return (
    <Stack gap="6" py="2">
      {targets.map((target, index) => {
        const platform = platformById(target.platform);
        const imageType = platform && imageTypeById(platform, target.imageType);
        if (!platform || !imageType) return null;
        const { frame } = platformFileShape(
          result,
          dish,
          target,
          rules[index]?.data ?? rulesFor(platform.id, imageType.id),
        );
        return (
          <TargetViews
            key={`${platform.id} ${imageType.id}`}
            name={`${platform.name}: ${imageType.name}`}
            imageType={imageType}
            result={result}
            frame={frame}
            dish={dish}
          />
        );
      })}
    </Stack>
  );
}

interface TargetViewsProps {
  readonly name: string;
  readonly imageType: MenuImageType;
  readonly result: Result;
  /** The part of the picture that becomes the file. */
  readonly frame: Frame;
  readonly dish: DishBox | null;
}

function TargetViews({ name, imageType, result, frame, dish }: TargetViewsProps) {
  return (
    <Box as="section" aria-label={name}>
      <Heading as="h3" fontSize="sm" mb="2">
        {name}
      </Heading>
      <Grid templateColumns="repeat(auto-fill, minmax(min(100%, 15rem), 1fr))" gap="4" alignItems="start">
        {imageType.views.map((view) => {
          const part = middleOf(frame, view.ratio);
          return (
            <Box as="figure" key={view.name} minW="0">
              <Mock view={view} result={result}>
                <Part result={result} frame={part} />
              </Mock>
              <Box as="figcaption" mt="1.5" fontSize="xs" color="fg.muted">
                {view.name} · {view.source ? sourceOf(view.source) : words.appViewUnpublished}
                {dish && cutsDish(part, dish, result) && (
                  <Text color="fg.warning" fontWeight="600">
                    {words.appViewCut}
                  </Text>
                )}
              </Box>
            </Box>
          );
        })}
      </Grid>
      {reachesBeyond(frame, result) && (
        <Text mt="2" fontSize="xs" color="fg.muted">
          {words.appViewContinued}
        </Text>
      )}
    </Box>
  );
}

/** A mock-up of an app's screen, in no platform's colours. */
function Mock({ view, result, children }: { view: AppView; result: Result; children: ReactNode }) {
  const restaurant = useMe()?.companyName || words.yourRestaurant;
  const dish = result.generation.menuItemName;
  const frame = {
    borderWidth: '1px',
    borderColor: 'border.muted',
    borderRadius: 'card',
    overflow: 'hidden',
    bg: 'bg.panel',
  } as const;
  if (view.layout === 'tile')
    return (
      <Box {...frame} display="flex" gap="3" p="3" alignItems="center">
        <Box flex="1" minW="0">
          <Text fontWeight="600" fontSize="sm" lineClamp={2}>
            {dish}
          </Text>
          <Lines />
        </Box>
        <Box w="5.5rem" flexShrink="0" borderRadius="l2" overflow="hidden">
          {children}
        </Box>
      </Box>
    );
  return (
    <Box {...frame}>
      {children}
      <Box p="3">
        <Text fontWeight="600" fontSize="sm" lineClamp={1}>
          {view.layout === 'cover' ? restaurant : dish}
        </Text>
        <Lines />
      </Box>
    </Box>
  );
}

/** Placeholders for the app's text. */
function Lines() {
  return (
    <Stack gap="1.5" mt="2" aria-hidden>
      <Box h="1.5" w="80%" borderRadius="pill" bg="bg.emphasized" />
      <Box h="1.5" w="45%" borderRadius="pill" bg="bg.emphasized" />
    </Stack>
  );
}

/** A part of a picture. Anything beyond the picture stays empty. */
function Part({ result, frame }: { result: Result; frame: Frame }) {
  const picture: Size = result;
  const share = (length: number, whole: number) => `${(length / whole) * 100}%`;
  return (
    <Box
      position="relative"
      overflow="hidden"
      bg="bg.emphasized"
      style={{ aspectRatio: frame.width / frame.height }}
    >
      <img
        src={result.previewUrl}
        alt=""
        decoding="async"
        style={{
          position: 'absolute',
          maxWidth: 'none',
          width: share(picture.width, frame.width),
          height: share(picture.height, frame.height),
          left: share(-frame.left, frame.width),
          top: share(-frame.top, frame.height),
        }}
      />
    </Box>
  );
}
