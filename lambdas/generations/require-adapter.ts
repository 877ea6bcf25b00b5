import { readDisabledAdapters } from '#lambdas/models/adapter-store.ts';
import { refusal } from '#lambdas/runtime/maintenance-store.ts';
import { adaptersFor, type EditMode } from '#shared/domain/adapters.ts';

/**
 * Refuses an order that no adapter can draw at present, because their models have ended or staff have stopped them.
 * @throws AppError `maintenance`
 */
export async function requireAdapter(editMode: EditMode, foodLock: boolean): Promise<void> {
  const disabled = await readDisabledAdapters();
  if (adaptersFor(editMode, foodLock).every((name) => disabled.has(name))) throw refusal('generation');
}
