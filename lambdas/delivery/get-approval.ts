import { requireAccount } from '#lambdas/accounts/user-store.ts';
import { type Approval, readApproval } from '#lambdas/generations/approval-store.ts';
import type { StoredGeneration, StoredVariation } from '#lambdas/generations/generation.ts';
import { findGeneration } from '#lambdas/generations/generation-store.ts';
import { makingOf } from '#lambdas/generations/making-of.ts';
import { describeActions } from '#lambdas/pictures/manifest.ts';
import { readRules } from '#lambdas/platform/rule-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import type { ApprovalRecord, approvalRoutes } from '#shared/api/approvals.ts';
import type { RouteInput, RouteReply } from '#shared/api/route.ts';
import { describeChoices } from '#shared/domain/describe-choices.ts';
import { checkOwnFile } from './check-own-file.ts';

type Route = typeof approvalRoutes.getApproval;

/**
 * The platform check of a picture's own file, and the record of its approval.
 * @throws AppError `not_found`, `not_ready`
 */
export async function getApproval(
  userId: string,
  { generationId, variation: index }: RouteInput<Route>['params'],
): Promise<RouteReply<Route>> {
  const generation = await findGeneration(userId, generationId);
  const variation = generation.variations.find((candidate) => candidate.index === index);
  if (generation.state !== 'done' || !variation) throw new AppError('not_ready');
  const [rules, approval, { email }] = await Promise.all([
    generation.menu ? readRules() : [],
    readApproval({ userId, generationId, variation: index }),
    requireAccount(userId),
  ]);
  return {
    check: checkOwnFile(generation, variation, rules) ?? null,
    record: approval ? recordOf(generation, variation, { approval, email }) : null,
  };
}

/** The record of a variation's approval; `email` is the owner's, for records that name no address. */
export function recordOf(
  generation: StoredGeneration,
  variation: StoredVariation,
  { approval, email }: { readonly approval: Approval; readonly email: string },
): ApprovalRecord {
  const { id, productName, templateName, createdAt, original, fallback } = generation;
  const files = Object.values(approval.files);
  const isContinued = files.some((file) => file.isContinued);
  const of = { ...variation, isWatermarked: false, isContinued };
  const making = makingOf(generation, variation, of, productName);
  return {
    generationId: id,
    variation: variation.index,
    dish: productName,
    templateName,
    madeAt: createdAt,
    approvedAt: approval.approvedAt,
    approvedBy: approval.approvedBy ?? email,
    originalUrl: original && `/${original}`,
    changes: [...describeActions(making), ...(fallback ? [] : describeChoices(generation))],
    fidelity: making.fidelity,
    files: files.sort((a, b) => (a.at < b.at ? -1 : 1)),
  };
}
