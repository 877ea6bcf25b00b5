import type { FaultScope, Fault as ModelFault } from 'bedrock-stand-in/faults';
import { createRandom, type Random } from 'bedrock-stand-in/random';
import type { DeliveryFaultRule } from 'local-cloud/events/delivery-faults.ts';
import type {
  CallFaultRule as StripeCallRule,
  DeliveryFaultRule as WebhookRule,
} from 'stripe-stand-in/faults';
import type { FunctionName } from '#shared/environment.ts';

/** Operations of users, banks and time, with their frequency in percent. */
const operations = {
  look: 4,
  poll: 3,
  generate: 12,
  /** The answer is lost, perhaps after the request arrived; the user sends it again. */
  loseAnswer: 3,
  repeat: 4,
  /** The cut-out of a photo is made, looked at and corrected. */
  photo: 3,
  redo: 2,
  wholeMenu: 2,
  /** Pictures are packed. */
  zip: 2,
  words: 3,
  post: 1,
  brandKit: 1,
  cover: 2,
  remove: 4,
  share: 3,
  revoke: 2,
  download: 2,
  subscribe: 9,
  portal: 3,
  pack: 5,
  verify: 2,
  check: 2,
  allocate: 2,
  refund: 2,
  dispute: 2,
  closeDispute: 1,
  /** The customer is deleted at Stripe. */
  loseCustomer: 1,
  /** Requests without a token arrive all at once. */
  flood: 1,
  /** The session gets a new token. */
  renew: 2,
  /** A sign-in with Google or Apple, which know the same address. */
  join: 2,
  card: 1,
  month: 1,
  adjust: 2,
  settings: 1,
  exportAccount: 2,
  deleteAccount: 1,
  deleteUser: 1,
  /** A user whose account is being deleted continues with a token that is still valid. */
  useOldToken: 1,
  /** Minutes pass for one generation. */
  wait: 2,
  reconcile: 2,
  redeliver: 2,
} as const;

export type OperationKind = keyof typeof operations;

export interface Operation {
  readonly kind: OperationKind;
  /** The user's place among those who exist at the same time. */
  readonly place: number;
  /** Random numbers, 0 ≤ n < 1, that choose among what exists when the operation runs. */
  readonly choices: readonly [number, number, number];
}

export type AwsService = 'dynamodb' | 's3' | 'sqs' | 'cloudfront' | 'cognito-idp' | 'secretsmanager';

export type AwsFault = 'throttle' | 'conflict' | 'error' | 'drop-request' | 'drop-reply' | 'delay';

/** A fault that is active from an operation on, until it has affected a call or is removed. */
export type Fault =
  | {
      readonly kind: 'kill';
      readonly caller: FunctionName;
      /** Before or after AWS has carried out the call. */
      readonly moment: 'before' | 'after';
      /** Number of the function's call, counted from then on. */
      readonly nth: number;
    }
  | {
      readonly kind: 'aws';
      readonly service: AwsService;
      readonly fault: AwsFault;
      readonly nth: number;
      readonly times: number;
      /** Chooses the conflicting write of the transaction, or the length of a delay: 0 ≤ n < 1. */
      readonly choice: number;
    }
  | { readonly kind: 'delivery'; readonly plan: DeliveryFaultRule }
  | { readonly kind: 'model'; readonly fault: ModelFault; readonly scope: FaultScope }
  | { readonly kind: 'stripe'; readonly plan: StripeCallRule }
  | { readonly kind: 'webhook'; readonly plan: WebhookRule };

interface Step {
  readonly operation: Operation;
  /** Begin with the operation. */
  readonly faults: readonly Fault[];
}

export interface Plan {
  readonly seed: number;
  /** Users who exist at the same time. */
  readonly places: number;
  readonly steps: readonly Step[];
}

type MakeFault = (random: Random) => Fault;

const whole = (random: Random, low: number, high: number) => Math.floor(random.between(low, high + 1));

function kill(caller: FunctionName, lastCall: number): MakeFault {
  return (random) => ({
    kind: 'kill',
    caller,
    moment: random.pick(['before', 'after']),
    nth: whole(random, 1, lastCall),
  });
}

/** Mostly once, sometimes more often than the SDK retries, sometimes more often than the product retries. */
function aws(service: AwsService, fault: AwsFault): MakeFault {
  return (random) => ({
    kind: 'aws',
    service,
    fault,
    nth: whole(random, 1, 12),
    times: random.pick([1, 1, 2, 3, 5, 12]),
    choice: random.next(),
  });
}

function delivery(source: 'queue' | 'stream', fault: DeliveryFaultRule['fault']): MakeFault {
  return (random) => ({ kind: 'delivery', plan: { source, fault, times: whole(random, 1, 3) } });
}

function delayed(source: 'queue' | 'stream'): MakeFault {
  return (random) => delivery(source, { kind: 'delay', ms: whole(random, 50, 1500) })(random);
}

const modelNames = ['control-structure', 'search-replace', 'sd3-5', 'remove-background', 'inpaint', 'nova'];
const regions = ['us-east-1', 'us-east-2', 'us-west-2'];

function model(fault: ModelFault, most = 4): MakeFault {
  return (random) => ({
    kind: 'model',
    fault,
    scope: {
      times: whole(random, 1, most),
      ...(random.chance(0.5) && { model: random.pick(modelNames) }),
    },
  });
}

/** A fault that only one region has. */
function inOneRegion(fault: ModelFault): MakeFault {
  return (random) => ({
    kind: 'model',
    fault,
    scope: { times: whole(random, 1, 4), region: random.pick(regions) },
  });
}

function stripe(fault: StripeCallRule['fault']): MakeFault {
  return (random) => ({ kind: 'stripe', plan: { fault, times: random.pick([1, 1, 2, 4]) } });
}

function webhook(fault: WebhookRule['fault']): MakeFault {
  return (random) => ({ kind: 'webhook', plan: { fault, times: whole(random, 1, 3) } });
}

/** Each kind once before any repeats; the most important ones are listed more than once. */
const faults: readonly MakeFault[] = [
  kill('worker', 22),
  kill('worker', 22),
  kill('menuWorker', 22),
  kill('menus', 6),
  kill('generations', 8),
  kill('delivery', 6),
  kill('share', 2),
  kill('photos', 4),
  kill('photoWorker', 8),
  kill('photoWorker', 8),
  kill('billing', 6),
  kill('stripeWebhook', 8),
  kill('stripeWebhook', 8),
  kill('publisher', 2),
  kill('reconciler', 8),
  kill('tasks', 25),
  kill('tasks', 25),
  kill('deadLetterQueue', 3),
  kill('statsProjector', 4),
  kill('account', 4),
  kill('admin', 4),
  kill('postConfirmation', 3),
  aws('dynamodb', 'throttle'),
  aws('dynamodb', 'throttle'),
  aws('dynamodb', 'conflict'),
  aws('dynamodb', 'conflict'),
  aws('dynamodb', 'error'),
  aws('dynamodb', 'drop-request'),
  aws('dynamodb', 'drop-reply'),
  aws('dynamodb', 'drop-reply'),
  aws('dynamodb', 'drop-reply'),
  aws('dynamodb', 'delay'),
  aws('s3', 'throttle'),
  aws('s3', 'error'),
  aws('s3', 'drop-request'),
  aws('s3', 'drop-reply'),
  aws('s3', 'delay'),
  aws('sqs', 'error'),
  aws('sqs', 'drop-request'),
  aws('sqs', 'drop-reply'),
  aws('cloudfront', 'throttle'),
  aws('cloudfront', 'throttle'),
  aws('cloudfront', 'drop-reply'),
  aws('cognito-idp', 'throttle'),
  aws('cognito-idp', 'drop-reply'),
  aws('secretsmanager', 'error'),
  delivery('queue', { kind: 'duplicate' }),
  delivery('queue', { kind: 'duplicate' }),
  delivery('queue', { kind: 'drop' }),
  delayed('queue'),
  delivery('stream', { kind: 'duplicate' }),
  delivery('stream', { kind: 'duplicate' }),
  delivery('stream', { kind: 'reorder' }),
  delivery('stream', { kind: 'reorder' }),
  delayed('stream'),
  model({ kind: 'throttle', perMinute: 0 }, 12),
  model({ kind: 'refuse', reason: 'Filter reason: prompt' }),
  model({ kind: 'refuse', reason: 'Filter reason: input image' }),
  model({ kind: 'refuse', reason: 'Filter reason: output image' }),
  model({ kind: 'refuse', reason: 'Inference error' }),
  model({ kind: 'error', error: 'ModelErrorException' }),
  model({ kind: 'error', error: 'ModelTimeoutException' }),
  model({ kind: 'error', error: 'InternalServerException' }, 12),
  model({ kind: 'error', error: 'ServiceUnavailableException' }, 12),
  model({ kind: 'error', error: 'ValidationException' }),
  model({ kind: 'delay', milliseconds: 800 }),
  model({ kind: 'delay', milliseconds: 8000 }, 1),
  inOneRegion({ kind: 'end-of-life' }),
  inOneRegion({ kind: 'throttle', perMinute: 0 }),
  model({ kind: 'hang' }, 1),
  model({ kind: 'end-of-life' }, 1),
  stripe({ kind: 'rate_limit' }),
  stripe({ kind: 'error' }),
  stripe({ kind: 'disconnect', when: 'before' }),
  stripe({ kind: 'disconnect', when: 'after' }),
  stripe({ kind: 'disconnect', when: 'after' }),
  webhook({ kind: 'drop' }),
  webhook({ kind: 'lose' }),
  webhook({ kind: 'duplicate' }),
  webhook({ kind: 'duplicate' }),
  webhook({ kind: 'delay', ms: 700 }),
  webhook({ kind: 'reorder' }),
  webhook({ kind: 'reorder', behind: 3 }),
  webhook({ kind: 'corrupt_signature' }),
];

/** Number of users in a short plan. */
const fewest = 6;

/** Number of operations within which every kind of fault and operation occurs at least once. */
export const shortestPlan = fewest + faults.length;

/** Draws all elements once in random order, then all again. */
function drawer<T>(random: Random, all: readonly T[]): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...all];
    const [drawn] = left.splice(Math.floor(random.next() * left.length), 1);
    if (drawn === undefined) throw new Error('There is nothing to draw');
    return drawn;
  };
}

/**
 * The operations of a run and the faults that begin with them, determined by the seed on every machine.
 * Short runs inject a fault with every operation; long ones leave time in between.
 */
export function makePlan(seed: number, length: number): Plan {
  const random = createRandom(seed, 'faults');
  const places = Math.max(fewest, Math.min(24, Math.round(length / 40)));
  const kinds = Object.keys(operations) as OperationKind[];
  const drawKind = drawer(random, kinds);
  const drawOften = drawer(
    random,
    kinds.flatMap((kind) => Array<OperationKind>(operations[kind]).fill(kind)),
  );
  // Each kind once, then by frequency.
  const drawOperation = (index: number) => (index < places + kinds.length ? drawKind() : drawOften());
  const drawFault = drawer(random, faults);
  const every = length > 1000 ? 4 : 1;
  const steps = Array.from({ length }, (_, index): Step => {
    // Users must sign up before everything else and can do little before paying.
    const kind = index < places ? 'subscribe' : drawOperation(index);
    return {
      operation: {
        kind,
        place: index < places ? index : Math.floor(random.next() * places),
        choices: [random.next(), random.next(), random.next()],
      },
      faults: index >= places && (index - places) % every === 0 ? [drawFault()(random)] : [],
    };
  });
  return { seed, places, steps };
}
