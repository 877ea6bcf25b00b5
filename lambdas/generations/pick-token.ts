import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { keyedHash } from '#lambdas/runtime/secret.ts';

const pickSchema = z.object({
  userId: z.string(),
  look: z.enum(['filter', 'scene']),
  path: z.nullable(z.enum(['ugc', 'social'])),
  id: z.string(),
  /** Milliseconds since the epoch. */
  expiresAt: z.number(),
});

/** A random pick of the server, bound to the user, the kind of look and the path, if any. */
export type Pick = z.output<typeof pickSchema>;

/** The pick with its signature, as text for the client to send back. */
export async function signPick(pick: Pick): Promise<string> {
  const payload = Buffer.from(JSON.stringify(pick)).toString('base64url');
  const signature = await keyedHash('random-pick', payload);
  return `${payload}.${signature.toString('base64url')}`;
}

/**
 * The id that the token was made for.
 * @throws AppError `pick_invalid` when it is forged, expired, another user's, or for another look or path.
 */
export async function readPick(
  token: string,
  expected: { readonly userId: string; readonly look: Pick['look']; readonly path: Pick['path'] },
): Promise<string> {
  const [payload = '', signature = ''] = token.split('.');
  const right = await keyedHash('random-pick', payload);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new AppError('pick_invalid');
  const pick = pickSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  const fits =
    pick.userId === expected.userId &&
    pick.look === expected.look &&
    pick.path === expected.path &&
    pick.expiresAt > Date.now();
  if (!fits) throw new AppError('pick_invalid');
  return pick.id;
}
