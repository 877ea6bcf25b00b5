import type { CreateGeneration } from '#shared/api/generations.ts';
import { notify } from '#web/lib/notify.ts';
import { useGoTo } from '#web/lib/use-go-to.ts';
import { paths } from '#web/paths.ts';
import { useCreditsOffer } from './insufficient-credits.tsx';
import { refusalOf } from './refusal.ts';

/** Shows why a request was refused, with a link to the credits page if that helps. */
export function useRefusal(kind: CreateGeneration['kind']): (error: unknown) => void {
  const goTo = useGoTo();
  const offer = useCreditsOffer();
  return (error) => {
    const { title, description, needsCredits } = refusalOf(error, kind);
    notify.error(title, {
      ...(description !== undefined && { description }),
      ...(needsCredits && { action: { label: offer, onClick: () => goTo(paths.credits) } }),
    });
  };
}
