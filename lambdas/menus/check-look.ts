import { AppError } from '#lambdas/runtime/app-error.ts';
import type { Look } from '#shared/api/menus.ts';
import { buildMenuPrompt } from '#shared/domain/prompt.ts';
import { InvalidInputError } from '#shared/domain/prompt-requests.ts';
import type { StoredMenu } from './menu.ts';

/** @throws AppError `invalid_input` when the look or the name cannot be drawn for one of the targets. */
export function checkLook(look: Look, targets: StoredMenu['targets'], name: string): void {
  try {
    for (const target of targets) buildMenuPrompt({ ...target, ...look }, { productName: name });
  } catch (error) {
    if (error instanceof InvalidInputError) throw new AppError('invalid_input', error.message);
    throw error;
  }
}
