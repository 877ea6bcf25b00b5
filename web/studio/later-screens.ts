import { screenOnDemand } from '#web/ui/screen-on-demand.tsx';

/** The screens that follow the order of a picture, whose scripts the first screens do without. */
const results = screenOnDemand(async () => (await import('./results-screen.tsx')).ResultsScreen);
const publish = screenOnDemand(async () => (await import('./publish-step.tsx')).PublishStep);

export const { Screen: ResultsScreen } = results;
export const { Screen: PublishStep } = publish;

/** Loads them while the look is chosen. */
export function loadLaterScreens(): void {
  results.loadAhead();
  publish.loadAhead();
}
