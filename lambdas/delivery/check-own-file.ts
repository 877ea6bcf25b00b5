import type { StoredGeneration, StoredVariation } from '#lambdas/generations/generation.ts';
import { type CheckResult, checkFile } from '#shared/domain/check-file.ts';
import { type PlatformRule, rulesFor } from '#shared/domain/platform-rules.ts';
import { platformById } from '#shared/domain/platforms.ts';

/**
 * The platform check of a menu picture's own file, against the rule that takes precedence on its platform. Undefined
 * for pictures without a platform, and for pictures that are older than the measurement of files.
 * @param rules The rules of every platform that are in force.
 */
export function checkOwnFile(
  { menu }: Pick<StoredGeneration, 'menu'>,
  { measures }: Pick<StoredVariation, 'measures'>,
  rules: readonly PlatformRule[],
): CheckResult[] | undefined {
  const platform = menu && platformById(menu.platform);
  if (!platform || !menu || !measures) return undefined;
  const [published] = rulesFor(platform.id, menu.imageType);
  const rule = rules.find(({ id }) => id === published?.id) ?? published;
  return rule && checkFile({ ...measures, seen: null }, rule);
}
