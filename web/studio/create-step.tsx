import { Button, Text } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { formatById } from '#shared/domain/formats.ts';
import { useMe } from '#web/lib/account.ts';
import { ChoiceStep } from './choice-step.tsx';
import { ChoiceSummary } from './choice-summary.tsx';
import { DishHeader } from './dish-header.tsx';
import { DishPicture } from './dish-picture.tsx';
import { FilterStep } from './filter-step.tsx';
import { FinalStep } from './final-step.tsx';
import { GenerateStep } from './generate-step.tsx';
import { ProfessionalStep } from './professional-step.tsx';
import { ResultsScreen } from './results-screen.tsx';
import { SceneStep } from './scene-step.tsx';
import { StudioLayout } from './studio-layout.tsx';
import type { StudioGenerations } from './use-studio-generations.ts';
import type { Wizard } from './use-wizard.ts';
import { type InnerStep, innerBackOf } from './wizard.ts';
import { words } from './words.ts';

const screens: Record<InnerStep, (props: { wizard: Wizard }) => React.ReactNode> = {
  choice: ChoiceStep,
  professional: ProfessionalStep,
  'ugc-filter': FilterStep,
  'ugc-scene': SceneStep,
  final: FinalStep,
  generate: GenerateStep,
};

interface CreateStepProps {
  readonly wizard: Wizard;
  readonly generations: StudioGenerations;
}

/** Step 3: the inner wizard, then the generation and its results. */
export function CreateStep({ wizard, generations }: CreateStepProps) {
  const { state } = wizard;
  if (state.showsResults) return <ResultsScreen wizard={wizard} generations={generations} />;
  const Screen = screens[state.innerStep];
  const format = state.formatId && formatById(state.formatId);
  return (
    <StudioLayout
      wizard={wizard}
      picture={<DishPicture wizard={wizard} ratio={format ? format.renderWidth / format.renderHeight : 1} />}
      summary={<ChoiceSummary state={state} />}
      actions={<Actions wizard={wizard} generations={generations} />}
    >
      <DishHeader wizard={wizard} />
      {state.generations.length > 0 && !generations.running && (
        <Button variant="ghost" mb="2" ms="-4" onClick={() => wizard.dispatch({ type: 'resultsAsked' })}>
          <ArrowLeft size={17} aria-hidden />
          {words.seeResults}
        </Button>
      )}
      <Screen wizard={wizard} />
    </StudioLayout>
  );
}

function Actions({ wizard: { state, dispatch }, generations }: CreateStepProps) {
  const me = useMe();
  if (state.innerStep === 'generate') {
    if (generations.running) {
      return (
        <Button size="lg" flex="1" onClick={() => dispatch({ type: 'resultsAsked' })}>
          {words.seeResults}
        </Button>
      );
    }
    const nameless = state.dish?.name.trim() === '';
    return (
      <Button
        size="lg"
        flex="1"
        disabled={me === undefined || me.credits.available < 1 || nameless}
        onClick={generations.start}
      >
        {words.generate}
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
        px={{ base: '0', md: '5' }}
        aria-label={words.back}
        disabled={innerBackOf(state) === undefined}
        onClick={() => dispatch({ type: 'innerBack' })}
      >
        <ArrowLeft size={18} aria-hidden />
        <Text as="span" display={{ base: 'none', md: 'inline' }}>
          {words.back}
        </Text>
      </Button>
      {state.innerStep === 'final' && (
        <Button
          size="lg"
          variant="outline"
          colorPalette="gray"
          flex="1"
          px="3"
          onClick={() => dispatch({ type: 'generateAsked' })}
        >
          {words.generateNow}
        </Button>
      )}
      <Button size="lg" flex="1" px="4" onClick={() => dispatch({ type: 'innerNext' })}>
        {words.next}
      </Button>
    </>
  );
}
