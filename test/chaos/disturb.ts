import { AwsError } from 'local-cloud/aws/aws-error.ts';
import {
  type AwsCall,
  type CallFault,
  type CallFaultRules,
  dynamoDbThrottle,
  transactionCanceled,
} from 'local-cloud/front-door/call-faults.ts';
import type { LocalCloud } from '#local/cloud/local-cloud.ts';
import { environment } from '#shared/environment.ts';
import type { AwsService, Fault } from './plan.ts';

/** The parts of a local cloud that can be disturbed. */
export type DisturbedCloud = Pick<LocalCloud, 'faults' | 'deliveries' | 'bedrock' | 'stripe' | 'kill'>;

/** Called whenever a fault affects a call. */
type OnAffected = (where: string) => void;

/** Removes the fault if it has not affected a call. */
type Forget = () => void;

/** Injects the fault. */
export function disturb(cloud: DisturbedCloud, fault: Fault, onAffected: OnAffected): Forget {
  switch (fault.kind) {
    case 'kill': {
      const { caller, nth, moment } = fault;
      const run = (call: AwsCall) => {
        cloud.kill(caller);
        onAffected(`killed ${caller} ${moment} ${call.service} ${call.operation}`);
      };
      return cloud.faults.add({ caller, nth, action: { kind: moment, run } }).remove;
    }
    case 'aws':
      return disturbAws(cloud.faults, fault, onAffected);
    case 'delivery':
      return cloud.deliveries.add(fault.plan).remove;
    case 'model':
      return cloud.bedrock.faults.add(fault.fault, fault.scope);
    case 'stripe':
      return cloud.stripe.faults.addCall(fault.plan);
    case 'webhook':
      return cloud.stripe.faults.addDelivery(fault.plan);
  }
}

/** Removes all faults. */
export function calm(cloud: DisturbedCloud): void {
  cloud.faults.clear();
  cloud.deliveries.clear();
  cloud.bedrock.faults.clear();
  cloud.stripe.faults.clear();
}

/** Description for the log: `kill worker`, `dynamodb drop-reply`, `model refuse`. */
export function nameOf(fault: Fault): string {
  switch (fault.kind) {
    case 'kill':
      return `kill ${fault.caller}`;
    case 'aws':
      return `${fault.service} ${fault.fault}`;
    case 'delivery':
      return `${fault.plan.source} ${fault.plan.fault.kind}`;
    case 'model':
      return `model ${fault.fault.kind}`;
    case 'stripe':
    case 'webhook':
      return `${fault.kind} ${fault.plan.fault.kind}`;
  }
}

/** Selects calls of the functions only: the engines and the tests call AWS, too. */
const isFunction = ({ caller }: AwsCall) => caller !== undefined && Object.hasOwn(environment, caller);

const throttles: Readonly<Record<AwsService, () => AwsError>> = {
  dynamodb: dynamoDbThrottle,
  s3: () => new AwsError(503, 'SlowDown', 'Please reduce your request rate.'),
  sqs: () => new AwsError(403, 'RequestThrottled', 'Request is throttled.'),
  cloudfront: () =>
    new AwsError(
      400,
      'TooManyInvalidationsInProgress',
      'Processing your request will cause you to exceed the maximum number of in-progress wildcard invalidations.',
    ),
  'cognito-idp': () => new AwsError(400, 'TooManyRequestsException', 'Rate exceeded'),
  secretsmanager: () => new AwsError(400, 'ThrottlingException', 'Rate exceeded'),
};

const errors: Readonly<Record<AwsService, () => AwsError>> = {
  dynamodb: () => new AwsError(500, 'InternalServerError', 'The request could not be processed.'),
  s3: () => new AwsError(500, 'InternalError', 'We encountered an internal error. Please try again.'),
  sqs: () => new AwsError(500, 'InternalFailure', 'The request processing has failed.'),
  cloudfront: () => new AwsError(500, 'InternalError', 'We encountered an internal error. Please try again.'),
  'cognito-idp': () => new AwsError(500, 'InternalErrorException', 'Something went wrong'),
  secretsmanager: () => new AwsError(500, 'InternalServiceError', 'An error occurred on the server side.'),
};

const transactional = new Set(['TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem']);

function disturbAws(
  faults: CallFaultRules,
  { service, fault, nth, times, choice }: Extract<Fault, { kind: 'aws' }>,
  onAffected: OnAffected,
): Forget {
  const report = (call: AwsCall) => onAffected(`${fault} of ${call.caller} ${service} ${call.operation}`);
  const refuse = (errorOf: (call: AwsCall) => AwsError): CallFault => ({
    kind: 'before',
    run: (call) => {
      report(call);
      throw errorOf(call);
    },
  });
  const action = (): CallFault => {
    switch (fault) {
      case 'throttle':
        return refuse(throttles[service]);
      case 'error':
        return refuse(errors[service]);
      case 'conflict':
        return refuse((call) => conflictOf(call, choice));
      case 'delay':
        return { kind: 'delay', ms: 20 + choice * 1000 };
      case 'drop-request':
      case 'drop-reply':
        return { kind: fault, run: report };
    }
  };
  const when = (call: AwsCall) =>
    isFunction(call) && (fault !== 'conflict' || transactional.has(call.operation));
  return faults.add({ service, when, nth, times, action: action() }).remove;
}

/** A conflict at one of the transaction's writes; for a single write the error has another name. */
function conflictOf({ operation, body }: AwsCall, choice: number): AwsError {
  if (operation !== 'TransactWriteItems')
    return new AwsError(400, 'TransactionConflictException', 'Transaction is ongoing for the item');
  const { TransactItems } = JSON.parse(body.toString()) as { TransactItems: unknown[] };
  const met = Math.floor(choice * TransactItems.length);
  return transactionCanceled(
    TransactItems.map((_, index) => (index === met ? 'TransactionConflict' : 'None')),
  );
}
