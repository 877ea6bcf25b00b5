import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { generationKey } from '#lambdas/generations/generation-key.ts';
import { dynamodb, tableName } from '#lambdas/runtime/dynamodb.ts';
import { accountKey, userPartition } from '#lambdas/runtime/keys.ts';
import { queryAll } from '#lambdas/runtime/query-all.ts';

export type Item = Record<string, unknown>;

/** Partitions beside the user's own whose items are put back. The others list work, or belong to the site. */
const partitions = /^(SHARE|STRIPE_CUSTOMER|STRIPE_PAYMENT)#|^AUDIT_LOG$|^OPEN$/;

/**
 * The items of a user that a copy has and the table has not, as they are to be put back. What was ended since the copy
 * must not begin again: no item charges, refunds, publishes or appoints anybody.
 * @param copied Items of the copy that contain the user's id
 */
export async function lostItems(userId: string, copied: readonly Item[]): Promise<Item[]> {
  const lost: Item[] = [];
  for (const item of copied) {
    const isUsers = item.pk === userPartition(userId) || partitions.test(String(item.pk));
    if (isUsers && !(await read(item))) lost.push(item);
  }
  const { sk: balance } = accountKey(userId, 'CREDITS');
  const isBalanceLost = lost.some(({ sk }) => sk === balance);
  const restored: Item[] = [];
  for (const item of lost) {
    const changed = await toRestore(userId, item, isBalanceLost);
    if (changed) restored.push(changed);
  }
  return restored;
}

async function toRestore(userId: string, item: Item, isBalanceLost: boolean): Promise<Item | undefined> {
  const sk = String(item.sk);
  // A balance of the copy lacks the end of what was open then; the table's balance may have it.
  if (item.pk === 'OPEN') return isBalanceLost ? item : undefined;
  if (sk === 'SHARE') return (await isNamed(item)) ? item : undefined;
  if (sk === accountKey(userId, 'ROLE').sk) return (await wasRemoved(userId, item)) ? undefined : item;
  if (sk.startsWith('GENERATION#')) {
    const isOpen = item.state === 'queued' || item.state === 'processing';
    if (isOpen && !isBalanceLost && !(await read({ pk: 'OPEN', sk: `${item.id}#${userId}` })))
      return undefined;
    return { ...item, shares: await livingShares(item) };
  }
  if (sk.startsWith('MENU#') && (item.state === 'running' || item.state === 'paused'))
    return { ...item, state: 'paused', pausedFor: 'customer', message: null };
  // Nobody goes on with a paused menu.
  if (sk.startsWith('DISH#') && item.state === 'asked') return { ...item, state: 'waiting' };
  return item;
}

/** Whether the generation that the table has names the page, i.e. its owner has not revoked it. */
async function isNamed({ id, userId, generationId, variation }: Item): Promise<boolean> {
  const generation = await read(generationKey(String(userId), String(generationId)));
  return sharesOf(generation)[String(variation)] === id;
}

/** The pages of a generation that still exist: the others were revoked, or removed with it. */
async function livingShares(generation: Item): Promise<Item> {
  const living: Item = {};
  for (const [variation, id] of Object.entries(sharesOf(generation)))
    if (await read({ pk: `SHARE#${id}`, sk: 'SHARE' })) living[variation] = id;
  return living;
}

function sharesOf(generation: Item | undefined): Item {
  return (generation?.shares ?? {}) as Item;
}

/** Whether the latest change of the role since it was assigned is its removal, by the audit log. */
async function wasRemoved(userId: string, { assignedAt }: Item): Promise<boolean> {
  const changes = await queryAll({
    KeyConditionExpression: 'pk = :log AND sk >= :since',
    FilterExpression: 'targetUserId = :user AND #action IN (:assigned, :removed)',
    ExpressionAttributeNames: { '#action': 'action' },
    ExpressionAttributeValues: {
      ':log': 'AUDIT_LOG',
      ':since': assignedAt,
      ':user': userId,
      ':assigned': 'ASSIGN_ADMIN_ROLE',
      ':removed': 'REMOVE_ADMIN_ROLE',
    },
  });
  return changes.at(-1)?.action === 'REMOVE_ADMIN_ROLE';
}

async function read({ pk, sk }: Item): Promise<Item | undefined> {
  const get = new GetCommand({ TableName: tableName(), Key: { pk, sk }, ConsistentRead: true });
  return (await dynamodb().send(get)).Item;
}
