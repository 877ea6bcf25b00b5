import { Button, Text } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatById } from '#shared/domain/formats.ts';
import { useCreditsOffer } from '#web/generations/insufficient-credits.tsx';
import { useMe } from '#web/lib/account.ts';
import { paths } from '#web/paths.ts';
import { focusDishName } from '#web/photos/dish-name.tsx';
import { useIsMaskComing } from '#web/photos/use-mask-coming.ts';
import { usePhotoQuestion } from '#web/photos/use-photo-question.tsx';
import { words as photoWords } from '#web/photos/words.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ChoiceStep } from './choice-step.tsx';
import { ChoiceSummary } from './choice-summary.tsx';
import { DishHeader } from './dish-header.tsx';
import { DishPicture } from './dish-picture.tsx';
import { FilterStep } from './filter-step.tsx';
import { FinalStep } from './final-step.tsx';
import { GenerateStep } from './generate-step.tsx';
import { loadLaterScreens, ResultsScreen } from './later-screens.ts';
import { ProfessionalStep } from './professional-step.tsx';
import { SceneStep } from './scene-step.tsx';
import { StudioLayout } from './studio-layout.tsx';
import { StudioStyles } from './studio-styles.tsx';
import { useIsLookComing } from './use-random-look.ts';
import type { StudioGenerations } from './use-studio-generations.ts';
import type { Wizard } from './use-wizard.ts';
import { changesNothing, type Dish, type InnerStep, innerBackOf, unfitAt } from './wizard.ts';
import { words } from './words.ts';

const screens: Record<InnerStep, (props: { wizard: Wizard }) => React.ReactNode> = {
  choice: ChoiceStep,
  professional: ProfessionalStep,
  'ugc-filter': FilterStep,
  'ugc-scene': SceneStep,
  final: FinalStep,
  generate: GenerateStep,
};

/** Steps that show the house styles: at the beginning of a look, and when it is complete. */
const withStyles: ReadonlySet<InnerStep> = new Set(['choice', 'ugc-filter', 'final']);

interface CreateStepProps {
  readonly wizard: Wizard;
  readonly generations: StudioGenerations;
}

/** Step 3: the inner wizard, then the generation and its results. */
export function CreateStep({ wizard, generations }: CreateStepProps) {
  const { state } = wizard;
  const { dish } = state;
  useEffect(loadLaterScreens, []);
  const isMaskComing = useIsMaskComing(dish && { source: dish.source, formerMask: dish.fixedFrom?.mask });
  if (state.showsResults)
    return <ResultsScreen wizard={wizard} generations={generations} isMaskComing={isMaskComing} />;
  const Screen = screens[state.innerStep];
  const format = state.formatId && formatById(state.formatId);
  return (
    <StudioLayout
      wizard={wizard}
      picture={<DishPicture wizard={wizard} ratio={format ? format.renderWidth / format.renderHeight : 1} />}
      // Not compact in final touches, where words are placed on the picture.
      isCompact={state.innerStep !== 'final'}
      header={<DishHeader wizard={wizard} />}
      summary={<ChoiceSummary state={state} />}
      actions={<Actions wizard={wizard} generations={generations} isMaskComing={isMaskComing} />}
    >
      {state.generations.length > 0 && !generations.running && (
        <Button variant="ghost" mb="2" ms="-4" onClick={() => wizard.dispatch({ type: 'resultsAsked' })}>
          <ArrowLeft size={17} aria-hidden />
          {words.seeResults}
        </Button>
      )}
      <Screen wizard={wizard} />
      {withStyles.has(state.innerStep) && !state.finalTouchesOnly && <StudioStyles wizard={wizard} />}
    </StudioLayout>
  );
}

interface ActionsProps extends CreateStepProps {
  readonly isMaskComing: boolean;
}

function Actions({ wizard, generations, isMaskComing }: ActionsProps) {
  const { state, dispatch } = wizard;
  if (state.innerStep === 'generate') {
    if (!generations.running && state.dish)
      return (
        <Generate wizard={wizard} dish={state.dish} isMaskComing={isMaskComing} onGo={generations.start} />
      );
    return (
      <Button size="lg" flex="1" onClick={() => dispatch({ type: 'resultsAsked' })}>
        {generations.running ? words.seeProgress : words.seeResults}
      </Button>
    );
  }
  if (state.finalTouchesOnly) {
    return (
      <Button size="lg" flex="1" onClick={() => dispatch({ type: 'generateAsked' })}>
        {words.generateNow}
      </Button>
    );
  }
  return (
    <>
      <Button
        size="lg"
        variant="outline"
        colorPalette="gray"
        px={{ base: '0', lg: '5' }}
        aria-label={words.back}
        disabled={innerBackOf(state) === undefined}
        onClick={() => dispatch({ type: 'innerBack' })}
      >
        <ArrowLeft size={18} aria-hidden />
        <Text as="span" display={{ base: 'none', lg: 'inline' }}>
          {words.back}
        </Text>
      </Button>
      {state.innerStep === 'final' ? (
        <>
          <Button size="lg" {...quiet} data-shortcut="go-on" onClick={() => dispatch({ type: 'innerNext' })}>
            {words.next}
          </Button>
          <Button size="lg" flex="1" px="3" onClick={() => dispatch({ type: 'generateAsked' })}>
            {words.generateNow}
          </Button>
        </>
      ) : (
        <>
          {state.creationPath !== null && (
            <Button
              size="lg"
              {...quiet}
              // As wide as its label: with two equal halves, the longer label would wrap on a phone.
              flex="1 1 auto"
              onClick={() => dispatch({ type: 'generateAsked' })}
            >
              {words.generateNow}
            </Button>
          )}
          <Button
            size="lg"
            flex="1 1 auto"
            px="4"
            data-shortcut="go-on"
            onClick={() => dispatch({ type: 'innerNext' })}
          >
            {words.next}
          </Button>
        </>
      )}
    </>
  );
}

/** Style of the buttons beside the primary button. */
const quiet = { variant: 'outline', colorPalette: 'gray', px: '3' } as const;

interface GenerateProps {
  readonly wizard: Wizard;
  readonly dish: Dish;
  readonly isMaskComing: boolean;
  /** Starts the generation, which costs the credit. */
  readonly onGo: () => void;
}

/** Starts the generation, or says what is missing and scrolls to it. */
function Generate({ wizard: { state, dispatch }, dish, isMaskComing, onGo }: GenerateProps) {
  const me = useMe();
  const offer = useCreditsOffer();
  const isLookComing = useIsLookComing();
  const [asking, setAsking] = useState(false);
  const question = usePhotoQuestion({
    source: dish.source,
    src: dish.imageUrl,
    onGo,
    onChooseAnother: () => dispatch({ type: 'stepEntered', step: 2 }),
  });
  if (me && me.credits.available < 1) {
    return (
      <Button asChild size="lg" flex="1">
        <Link to={paths.credits}>{offer}</Link>
      </Button>
    );
  }
  if (dish.name.trim() === '') {
    return (
      <Button size="lg" flex="1" onClick={focusDishName}>
        {photoWords.namePlaceholder}
      </Button>
    );
  }
  const unfit = unfitAt(state);
  if (unfit) {
    return (
      <Button
        size="lg"
        flex="1"
        onClick={
          unfit === 'generate'
            ? focusDishName
            : () =>
                dispatch({
                  type: 'screenRestored',
                  screen: { step: 3, innerStep: unfit, showsResults: false },
                })
        }
      >
        {unfit === 'generate' ? photoWords.shortenName : words.shortenText}
      </Button>
    );
  }
  return (
    <>
      <Button
        size="lg"
        flex="1"
        loading={me === undefined || isLookComing || isMaskComing || question.isWaiting}
        {...(isLookComing && { loadingText: words.lookComing })}
        {...(isMaskComing && { loadingText: photoWords.saving })}
        onClick={({ detail }) => {
          // Ignores the second click of a double click on the button that was here before.
          if (detail > 1) return;
          if (changesNothing(state)) setAsking(true);
          else question.press();
        }}
      >
        {words.generate}
      </Button>
      <ConfirmDialog
        open={asking}
        title={words.plainTitle}
        text={words.plainText}
        confirm={words.plainYes}
        onConfirm={question.press}
        onClose={() => setAsking(false)}
      />
      {question.dialog}
    </>
  );
}
