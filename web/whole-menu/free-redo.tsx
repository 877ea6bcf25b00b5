import type { Dish } from '#shared/api/menus.ts';
import { redoObstacle } from '#shared/domain/redo.ts';
import { NotMyDish } from '#web/generations/not-my-dish.tsx';
import { serverNow } from '#web/lib/server-time.ts';
import { KeptOfSource } from '#web/photos/kept-of-source.tsx';
import type { MenuActions } from './use-menu-actions.ts';

interface FreeRedoProps {
  readonly dish: Dish;
  readonly actions: MenuActions;
  readonly onStarted?: () => void;
}

/** The free redo of a dish, while it can be requested or is running. */
export function FreeRedo({ dish: { generation }, actions, onStarted }: FreeRedoProps) {
  if (generation === null || redoObstacle(generation, serverNow()) !== undefined) return null;
  return (
    <NotMyDish
      key={generation.id}
      generation={generation}
      kept={<KeptOfSource source={generation.source} name={generation.menuItemName} />}
      onStarted={() => {
        actions.readAgain();
        onStarted?.();
      }}
      onSee={actions.readAgain}
    />
  );
}
