import { useSession } from '#web/lib/session.ts';
import { newMenu } from '#web/paths.ts';
import { useScreenStart } from '#web/ui/use-screen-start.ts';
import { CollectScreen } from './collect-screen.tsx';
import { RunScreen } from './run-screen.tsx';

/** Whole menus: puts one together (`newMenu`), or shows the one with this id. */
export function WholeMenuPage({ menuId }: { menuId: string }) {
  const session = useSession();
  useScreenStart(menuId);
  if (session.status !== 'signedIn') return null;
  if (menuId === newMenu) return <CollectScreen userId={session.userId} />;
  return <RunScreen key={menuId} userId={session.userId} menuId={menuId} />;
}
