import type { StoredGeneration, StoredVariation } from '#lambdas/generations/generation.ts';
import { type CheckResult, checkFile, type PlatformRule, rulesFor } from '#shared/domain/platform-rules.ts';
import { platformById } from '#shared/domain/platforms.ts';

/**
 * The platform check of a menu picture's own file: the one that the platform accepts, against the rule that counts first.
 * Undefined for pictures of no platform, and for those that were made before files were measured.
 *
 * @param rules Of every platform, as operators have them now.
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
