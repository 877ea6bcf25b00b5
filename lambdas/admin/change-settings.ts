import { isDeepStrictEqual } from 'node:util';
import {
  readSettings,
  type Settings,
  settingNames,
  writeSettings,
} from '#lambdas/platform/settings-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { forgetMaintenance } from '#lambdas/runtime/maintenance-store.ts';
import type { RuntimeSettings } from '#shared/api/admin.ts';
import { askForAdapter } from '#shared/domain/adapters.ts';

/**
 * Changes settings and logs old and new values; unchanged ones are neither written nor logged. Returns all settings
 * after the change.
 * @param seen The settings as the actor read them; settings absent here are changed in any case.
 * @throws AppError `conflict` if a setting to be changed differs from `seen`, `invalid_input` if an edit mode would be
 * left without an adapter; then nothing is changed
 */
export async function changeSettings(
  { stoppedAdapters, ...others }: Partial<RuntimeSettings>,
  actor: string,
  seen: Partial<RuntimeSettings> = {},
): Promise<Settings> {
  const wanted = { ...others, ...(stoppedAdapters && { stoppedAdapters: [...new Set(stoppedAdapters)] }) };
  const before = await readSettings();
  const changed = settingNames.filter(
    (name) => wanted[name] !== undefined && !isDeepStrictEqual(wanted[name], before[name]),
  );
  if (changed.length === 0) return before;
  const guarded = changed.filter((name) => seen[name] !== undefined);
  if (guarded.some((name) => !isDeepStrictEqual(seen[name], before[name]))) throw changedMeanwhile();
  const missing = changed.includes('stoppedAdapters') && askForAdapter(wanted.stoppedAdapters ?? []);
  if (missing) throw new AppError('invalid_input', missing, [{ path: 'stoppedAdapters', message: missing }]);
  const changes = Object.fromEntries(changed.map((name) => [name, wanted[name]]));
  const settings = await writeSettings(changes, { before, guarded, actor });
  if (!settings) throw changedMeanwhile();
  forgetMaintenance();
  return settings;
}

function changedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'Somebody else has changed the same setting in the meantime, so that nothing was saved. What they set is shown now.',
  );
}
