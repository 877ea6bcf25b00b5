import { Box, Button, chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { Check, Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { isFormatAllowed } from '#shared/domain/entitlements.ts';
import { type Format, formatById, formats } from '#shared/domain/formats.ts';
import { useCreditsOffer } from '#web/generations/insufficient-credits.tsx';
import { useEntitlements, useMe } from '#web/lib/account.ts';
import { notify } from '#web/lib/notify.ts';
import type { PhotoUpload } from '#web/lib/use-photo-upload.ts';
import { paths } from '#web/paths.ts';
import { ChoiceCard, ChoiceGroup } from '#web/ui/choice-group.tsx';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { largeText } from '#web/ui/screens.ts';
import { choicesId, StagePicture } from '#web/ui/split-layout.tsx';
import { UploadProblem } from '#web/ui/upload-problem.tsx';
import { ChoiceSummary } from './choice-summary.tsx';
import { fallbackOf } from './look-previews.ts';
import { StudioLayout } from './studio-layout.tsx';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

interface FormatStepProps {
  readonly wizard: Wizard;
  /** The upload of a photo that was dropped before a format was chosen. */
  readonly upload: PhotoUpload;
}

/** Step 1: the ad format, shown as the frame that the dish will be cropped to. */
export function FormatStep({ wizard, upload }: FormatStepProps) {
  const { state, dispatch } = wizard;
  const entitlements = useEntitlements();
  const format = (state.formatId && formatById(state.formatId)) || undefined;
  const ratio = format ? format.renderWidth / format.renderHeight : 1;
  const hasEarlier = state.dish !== null && state.dish.source.type !== 'sample';
  const picture = upload.preview ?? fallbackOf(state.dish);

  function choose(id: string): void {
    const candidate = formatById(id);
    if (candidate === undefined) return;
    if (isFormatAllowed(entitlements, candidate.id)) {
      dispatch({ type: 'formatChosen', formatId: candidate.id });
    } else {
      notify.info(words.formatLockTitle, { description: words.formatLockText });
    }
  }

  const toDish = () => dispatch({ type: 'stepEntered', step: 2 });
  const toFormats = () =>
    document.querySelector<HTMLInputElement>(`#${choicesId} [role=radiogroup] input`)?.focus();

  return (
    <StudioLayout
      wizard={wizard}
      picture={
        <StagePicture ratio={ratio}>
          <chakra.img
            src={picture}
            alt=""
            w="full"
            h="full"
            objectFit="cover"
            borderRadius="card"
            bg="bg.muted"
          />
          {format && (
            <Box
              position="absolute"
              top="3"
              left="3"
              bg="rgb(31 26 23 / 0.72)"
              color="white"
              borderRadius="pill"
              px="3"
              py="1"
              fontSize="xs"
              fontWeight="600"
              fontVariantNumeric="tabular-nums"
            >
              {words.size(format.width, format.height)}
            </Box>
          )}
        </StagePicture>
      }
      summary={<ChoiceSummary state={state} />}
      actions={
        <Button size="lg" flex="1" data-shortcut="go-on" onClick={format ? toDish : toFormats}>
          {format ? words.goToDish : words.chooseFormat}
        </Button>
      }
    >
      <PanelTitle title={words.formatTitle} text={words.formatText} />
      <Box mb={upload.problem === undefined ? '0' : '4'}>
        <UploadProblem upload={upload} retryLabel={words.tryAgain} hasEarlier={hasEarlier} />
      </Box>
      <NoCredits />
      <ChoiceGroup
        label={words.steps[0]}
        value={state.formatId}
        onChange={choose}
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="3"
      >
        {formats.map((candidate) => (
          <FormatCard
            key={candidate.id}
            format={candidate}
            picture={picture}
            selected={candidate.id === state.formatId}
            locked={!isFormatAllowed(entitlements, candidate.id)}
          />
        ))}
      </ChoiceGroup>
    </StudioLayout>
  );
}

/** Shown before the user makes choices that cannot be used. */
function NoCredits() {
  const me = useMe();
  const offer = useCreditsOffer();
  if (me === undefined || me.credits.available > 0) return null;
  return (
    <HStack
      mb="4"
      px="4"
      py="3"
      gap="3"
      borderRadius="card"
      bg="saffron.subtle"
      justify="space-between"
      css={{ [largeText]: { flexWrap: 'wrap' } }}
    >
      <Text>{words.noCredits}</Text>
      <Button asChild variant="outline" colorPalette="gray" flexShrink="0">
        <Link to={paths.credits}>{offer}</Link>
      </Button>
    </HStack>
  );
}

interface FormatCardProps {
  readonly format: Format;
  readonly picture: string;
  readonly selected: boolean;
  readonly locked: boolean;
}

function FormatCard({ format, picture, selected, locked }: FormatCardProps) {
  return (
    <ChoiceCard
      value={format.id}
      display="flex"
      alignItems="center"
      css={{ [largeText]: { flexDirection: 'column', alignItems: 'start' } }}
      gap="4"
      p="3"
      borderRadius="card"
      borderWidth="2px"
      borderColor={selected ? 'brand.solid' : 'border'}
      bg={selected ? 'brand.subtle' : 'bg.panel'}
      transition="border-color 150ms, background 150ms"
      _hover={selected ? {} : { borderColor: 'border.emphasized' }}
    >
      <Box w="4.5rem" h="4.5rem" display="grid" placeItems="center" flexShrink="0">
        <chakra.img
          src={picture}
          alt=""
          objectFit="cover"
          borderRadius="l1"
          bg="bg.muted"
          aspectRatio={format.renderWidth / format.renderHeight}
          {...(format.renderWidth > format.renderHeight ? { w: '4.5rem' } : { h: '4.5rem' })}
          filter={locked ? 'saturate(0.4)' : undefined}
          opacity={locked ? 0.55 : 1}
        />
      </Box>
      <Stack gap="0.5" flex="1" minW="0" color={locked ? 'fg.muted' : 'fg'}>
        <Text fontWeight="600" fontSize="md">
          {format.name}
        </Text>
        <Text fontSize="xs" color="fg.muted">
          {format.description}
        </Text>
        <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
          {words.size(format.width, format.height)} · {format.aspectRatio}
          <Text as="span" display={{ base: 'none', md: 'inline' }}>
            {' · '}
          </Text>
          <Text as="span" display={{ base: 'block', md: 'inline' }}>
            {format.platforms.join(', ')}
          </Text>
        </Text>
      </Stack>
      {locked && (
        <HStack gap="1.5" color="fg.muted" fontSize="xs" fontWeight="600">
          <Lock size={16} aria-hidden />
          {words.pro}
        </HStack>
      )}
      {selected && (
        <Box color="brand.fg">
          <Check size={22} strokeWidth={3} aria-hidden />
        </Box>
      )}
    </ChoiceCard>
  );
}
