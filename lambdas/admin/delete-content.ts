import { deleteGeneration } from '#lambdas/generations/delete-generation.ts';
import { putAuditLogEntry } from '#lambdas/platform/audit-log-store.ts';

/**
 * Removes an image of any user, and logs it.
 * @throws AppError `not_ready`, `conflict`
 */
export async function deleteContent(actor: string, userId: string, id: string): Promise<undefined> {
  await deleteGeneration(userId, id, [
    putAuditLogEntry({ actor, action: 'DELETE_IMAGE', targetUserId: userId, details: { generationId: id } }),
  ]);
}
