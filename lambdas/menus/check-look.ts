import { inputProblem } from '#lambdas/runtime/input-problem.ts';
import type { Look } from '#shared/api/menus.ts';
import { buildMenuPrompt } from '#shared/domain/prompt.ts';
import type { StoredMenu } from './menu.ts';

/** @throws AppError `invalid_input` when the look or the name cannot be drawn for one of the targets. */
export function checkLook(look: Look, targets: StoredMenu['targets'], name: string): void {
  try {
    for (const target of targets) buildMenuPrompt({ ...target, ...look }, { productName: name });
  } catch (error) {
    throw inputProblem(error);
  }
}
