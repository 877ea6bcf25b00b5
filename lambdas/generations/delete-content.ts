import { putActivity } from '#lambdas/admin/activity-store.ts';
import { deleteGeneration } from './delete-generation.ts';

/**
 * Removes an image of any user, and logs it.
 * @throws AppError `not_ready`, `conflict`
 */
export async function deleteContent(actor: string, userId: string, id: string): Promise<undefined> {
  await deleteGeneration(userId, id, [
    putActivity({ actor, action: 'DELETE_IMAGE', targetUserId: userId, details: { generationId: id } }),
  ]);
}
