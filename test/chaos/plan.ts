import type { FaultScope, Fault as ModelFault } from 'bedrock-stand-in/faults';
import type { DeliveryFaultRule } from 'local-cloud/events/delivery-faults.ts';
import type {
  CallFaultRule as StripeCallRule,
  DeliveryFaultRule as WebhookRule,
} from 'stripe-stand-in/faults';
import type { FunctionName } from '#shared/environment.ts';
import { createRandom, type Random } from '#test/support/random.ts';

/** What people, banks and time do, and how often in a hundred. */
const operations = {
  look: 6,
  poll: 4,
  generate: 20,
  repeat: 7,
  cover: 2,
  remove: 5,
  share: 4,
  revoke: 2,
  download: 2,
  subscribe: 12,
  portal: 3,
  pack: 6,
  verify: 2,
  check: 2,
  allocate: 2,
  refund: 2,
  dispute: 2,
  closeDispute: 1,
  card: 1,
  month: 1,
  adjust: 2,
  settings: 1,
  exportAccount: 2,
  leave: 1,
  expel: 1,
  /** Somebody whose account is being deleted goes on with a token that is still valid. */
  haunt: 1,
  /** Minutes pass for one job. */
  wait: 2,
  reconcile: 2,
  redeliver: 2,
} as const;

export type OperationKind = keyof typeof operations;

export interface Operation {
  readonly kind: OperationKind;
  /** Who does it: the place of a person among those who live at the same time. */
  readonly place: number;
  /** What is chosen on the way, each 0 ≤ n < 1; of what is there when it is done. */
  readonly choices: readonly [number, number, number];
}

export type AwsService = 'dynamodb' | 's3' | 'sqs' | 'cognito-idp' | 'secretsmanager';

export type AwsTrouble = 'throttle' | 'conflict' | 'error' | 'drop-request' | 'drop-reply' | 'delay';

/** Something that goes wrong from some operation on, until it has struck or is forgotten. */
export type Trouble =
  | {
      readonly kind: 'kill';
      readonly caller: FunctionName;
      /** Before or after AWS has done the call. */
      readonly moment: 'before' | 'after';
      /** Which of the function's calls from then on. */
      readonly nth: number;
    }
  | {
      readonly kind: 'aws';
      readonly service: AwsService;
      readonly trouble: AwsTrouble;
      readonly nth: number;
      readonly times: number;
      /** Which of the transaction's writes conflicts, or how long a delay is: 0 ≤ n < 1. */
      readonly choice: number;
    }
  | { readonly kind: 'delivery'; readonly plan: DeliveryFaultRule }
  | { readonly kind: 'model'; readonly fault: ModelFault; readonly scope: FaultScope }
  | { readonly kind: 'stripe'; readonly plan: StripeCallRule }
  | { readonly kind: 'webhook'; readonly plan: WebhookRule };

interface Step {
  readonly operation: Operation;
  /** Begin with the operation. */
  readonly troubles: readonly Trouble[];
}

export interface Plan {
  readonly seed: number;
  /** People who live at the same time. */
  readonly places: number;
  readonly steps: readonly Step[];
}

type MakeTrouble = (random: Random) => Trouble;

const whole = (random: Random, low: number, high: number) => Math.floor(random.between(low, high + 1));

function kill(caller: FunctionName, lastCall: number): MakeTrouble {
  return (random) => ({
    kind: 'kill',
    caller,
    moment: random.pick(['before', 'after']),
    nth: whole(random, 1, lastCall),
  });
}

/** Mostly once, sometimes oftener than the SDK tries, sometimes oftener than we do. */
function aws(service: AwsService, trouble: AwsTrouble): MakeTrouble {
  return (random) => ({
    kind: 'aws',
    service,
    trouble,
    nth: whole(random, 1, 12),
    times: random.pick([1, 1, 2, 3, 5, 12]),
    choice: random.next(),
  });
}

function delivery(source: 'queue' | 'stream', fault: DeliveryFaultRule['fault']): MakeTrouble {
  return (random) => ({ kind: 'delivery', plan: { source, fault, times: whole(random, 1, 3) } });
}

function delayed(source: 'queue' | 'stream'): MakeTrouble {
  return (random) => delivery(source, { kind: 'delay', ms: whole(random, 50, 1500) })(random);
}

const modelNames = ['control-structure', 'search-replace', 'sd3-5', 'remove-background', 'inpaint'];

function model(fault: ModelFault, most = 4): MakeTrouble {
  return (random) => ({
    kind: 'model',
    fault,
    scope: {
      times: whole(random, 1, most),
      ...(random.chance(0.5) && { model: random.pick(modelNames) }),
    },
  });
}

function stripe(fault: StripeCallRule['fault']): MakeTrouble {
  return (random) => ({ kind: 'stripe', plan: { fault, times: random.pick([1, 1, 2, 4]) } });
}

function webhook(fault: WebhookRule['fault']): MakeTrouble {
  return (random) => ({ kind: 'webhook', plan: { fault, times: whole(random, 1, 3) } });
}

/** One of each before any comes again; what matters most is there more than once. */
const troubles: readonly MakeTrouble[] = [
  kill('worker', 22),
  kill('worker', 22),
  kill('worker', 22),
  kill('generations', 8),
  kill('generations', 8),
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

/** People of a short plan. */
const fewest = 6;

/** Operations in which every kind of trouble and of operation comes up at least once. */
export const shortestPlan = fewest + troubles.length;

/** Draws everything once in a random order, then everything again. */
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
 * The operations of a run and the troubles that begin with them: from the seed alone, the same on every machine.
 * Short runs are all trouble, one with every operation; long ones leave time in between for things to happen.
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
  // Each kind once, then each as often as it happens.
  const drawOperation = (index: number) => (index < places + kinds.length ? drawKind() : drawOften());
  const drawTrouble = drawer(random, troubles);
  const every = length > 1000 ? 4 : 1;
  const steps = Array.from({ length }, (_, index): Step => {
    // Nobody can do anything before having come, and little before having paid.
    const kind = index < places ? 'subscribe' : drawOperation(index);
    return {
      operation: {
        kind,
        place: index < places ? index : Math.floor(random.next() * places),
        choices: [random.next(), random.next(), random.next()],
      },
      troubles: index >= places && (index - places) % every === 0 ? [drawTrouble()(random)] : [],
    };
  });
  return { seed, places, steps };
}
