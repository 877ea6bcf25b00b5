import { IconButton } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useEntitlements } from '#web/lib/account.ts';
import { notify } from '#web/lib/notify.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { choicesId, SplitLayout } from '#web/ui/split-layout.tsx';
import { WizardSteps } from '#web/ui/wizard-steps.tsx';
import { rememberedFoodLock } from './food-lock-memory.ts';
import { isStepOpen, type Wizard } from './use-wizard.ts';
import { isUntouched, type Step } from './wizard.ts';
import { words } from './words.ts';

interface StudioLayoutProps {
  readonly wizard: Wizard;
  readonly picture: ReactNode;
  readonly isResult?: boolean;
  readonly isCompact?: boolean;
  readonly header?: ReactNode;
  readonly summary?: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** The frame of all four steps. */
export function StudioLayout({ wizard, ...rest }: StudioLayoutProps) {
  const { step } = wizard.state;
  return (
    <SplitLayout
      top={<TopBar wizard={wizard} />}
      eyebrow={words.stepOf(step, words.steps[step - 1] ?? '')}
      larger={words.pictureLarger}
      smaller={words.pictureSmaller}
      {...rest}
    />
  );
}

function TopBar({ wizard }: { wizard: Wizard }) {
  const { state, dispatch, undo } = wizard;
  const [asking, setAsking] = useState(false);
  const { allowedFormats } = useEntitlements();
  const onlyFormat = allowedFormats.length === 1 ? allowedFormats[0] : undefined;
  const next = Math.min(4, state.step + 1) as Step;
  const previous = Math.max(1, state.step - 1) as Step;
  return (
    <>
      <IconButton
        variant="ghost"
        aria-label={state.step === 1 ? words.previous : words.previousStep(words.steps[previous - 1] ?? '')}
        title={words.previous}
        data-shortcut="previous"
        disabled={state.step === 1 || !isStepOpen(wizard, previous)}
        onClick={() => dispatch({ type: 'stepEntered', step: previous })}
      >
        <ChevronLeft size={20} />
      </IconButton>
      <WizardSteps
        steps={words.steps}
        current={state.step}
        canEnter={(step) => isStepOpen(wizard, step as Step)}
        onStep={(step) => dispatch({ type: 'stepEntered', step: step as Step })}
        panelId={choicesId}
      />
      <IconButton
        variant="ghost"
        aria-label={words.startOver}
        title={words.startOver}
        data-shortcut="new"
        disabled={isUntouched(state, onlyFormat)}
        onClick={() => setAsking(true)}
      >
        <RotateCcw size={18} />
      </IconButton>
      <IconButton
        variant="ghost"
        aria-label={state.step === 4 ? words.next : words.nextStep(words.steps[next - 1] ?? '')}
        title={words.next}
        data-shortcut="next"
        disabled={state.step === 4 || !isStepOpen(wizard, next)}
        onClick={() => dispatch({ type: 'stepEntered', step: next })}
      >
        <ChevronRight size={20} />
      </IconButton>
      <ConfirmDialog
        open={asking}
        title={words.startOverTitle}
        text={words.startOverText}
        confirm={words.startOverYes}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          dispatch({ type: 'startedOver', foodLock: rememberedFoodLock() });
          notify.info(words.startedOver, {
            action: { label: words.undo, onClick: () => undo('startedOver') },
          });
        }}
      />
    </>
  );
}
