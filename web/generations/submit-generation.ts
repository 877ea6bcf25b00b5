import type { Generation } from '#shared/api/generations.ts';
import { ApiError, isNotFound, isTransient, isUnsent, mayHaveSucceeded } from '#web/lib/api-error.ts';
import { isOffServerTime } from '#web/lib/server-time.ts';

/** The outcome of a request for a generation. */
export type Submission =
  /**
   * It exists. `isEarlier`: an earlier request with the same id, whose reply was lost, created it with other choices.
   */
  | { readonly outcome: 'accepted'; readonly generation: Generation; readonly isEarlier: boolean }
  /** The API refused it, or it was never sent. Nothing was charged. */
  | { readonly outcome: 'refused'; readonly error: unknown }
  /** No reply came. The request may have been accepted: the next attempt must use the same id. */
  | { readonly outcome: 'unanswered'; readonly error: unknown }
  /** No generation has this id, and none can get it: the next attempt may use a new one. */
  | { readonly outcome: 'unusable-id' };

/** The calls of the API that a submission needs. */
export interface GenerationApi<R> {
  readonly create: (request: R) => Promise<Generation>;
  readonly read: (generationId: string) => Promise<Generation>;
}

/** Delays before the same request is repeated, in milliseconds. */
const retryDelays = [1000, 2000, 4000];

interface SubmitOptions<R> {
  /** Whether a request with this id was sent before without a reply. */
  readonly isRepeat: boolean;
  readonly api: GenerationApi<R>;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/**
 * Sends a request until its outcome is known. The id is an idempotency key: the API answers a repeated id with the
 * existing generation, so a lost reply never costs a second credit as long as the id stays the same.
 */
export async function submitGeneration<R extends { readonly id: string }>(
  request: R,
  { isRepeat, api, wait = sleep }: SubmitOptions<R>,
): Promise<Submission> {
  let wasSent = isRepeat;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return { outcome: 'accepted', generation: await api.create(request), isEarlier: false };
    } catch (error) {
      const delay = retryDelays[attempt];
      wasSent ||= isTransient(error) && !isUnsent(error);
      if (!isTransient(error) || delay === undefined)
        return afterError(error, request.id, { isRepeat, wasSent, api });
      await wait(delay);
    }
  }
}

async function afterError(
  error: unknown,
  id: string,
  options: {
    readonly isRepeat: boolean;
    /** Whether this request or an earlier one with its id was sent without a reply. */
    readonly wasSent: boolean;
    readonly api: Pick<GenerationApi<never>, 'read'>;
  },
): Promise<Submission> {
  const { isRepeat, wasSent, api } = options;
  const code = error instanceof ApiError ? error.code : undefined;
  // The session ended between two attempts, and the first attempt may have been accepted.
  if (code === 'unauthenticated' && wasSent) return { outcome: 'unanswered', error };
  // The id is too old for a new generation, and the API has looked for an existing one. Or this device's clock is
  // wrong, and the reply contains the server's time.
  if (code === 'id_out_of_time' && (isRepeat || isOffServerTime(id))) return { outcome: 'unusable-id' };
  const mayExist = wasSent && mayHaveSucceeded(error);
  // The API sends any other refusal after it has looked for this id. `conflict` means that one with other choices
  // exists.
  if (code !== 'conflict' && !mayExist) return { outcome: 'refused', error };
  try {
    const generation = await api.read(id);
    return { outcome: 'accepted', generation, isEarlier: code === 'conflict' };
  } catch (readError) {
    // The conflict was with a generation that has been deleted.
    if (code === 'conflict' && isNotFound(readError)) return { outcome: 'unusable-id' };
    // A request without a reply may still arrive.
    return { outcome: 'unanswered', error };
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
