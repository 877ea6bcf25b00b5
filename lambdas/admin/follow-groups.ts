import { syncGroups } from '#lambdas/accounts/role-store.ts';
import { readEnvironment } from '#lambdas/runtime/env.ts';
import { logger } from '#lambdas/runtime/logger.ts';

/** Updates Cognito's groups; if that fails, the reconciler does it. The role item is authoritative in the meantime. */
export async function followGroups(userId: string): Promise<void> {
  try {
    await syncGroups(readEnvironment('admin').USER_POOL_ID, userId);
  } catch (error) {
    logger.warn('The reconciler will update the groups', { error: error as Error });
  }
}
