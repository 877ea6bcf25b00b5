import { AwsError } from '#src/aws/aws-error.ts';
import { FaultRules, type Occurrences } from '#src/fault-rules.ts';

/** One call to the front door. */
export interface AwsCall {
  /** Name under which the calling access key was issued; undefined when the call is unsigned. */
  caller: string | undefined;
  /** Service name of the SigV4 scope: 'dynamodb', 's3', 'sqs', 'cognito-idp', … */
  service: string;
  /** Region of the SigV4 scope; undefined when the call is unsigned. */
  region: string | undefined;
  /** 'TransactWriteItems', 'PutObject', … */
  operation: string;
  /** 1 for this caller's first call of this operation, then 2, 3, … */
  sequence: number;
  /** The request's body as received. */
  body: Buffer;
}

type Callback = (call: AwsCall) => void | Promise<void>;

/** What happens to a call. */
export type CallFault =
  /** Waits, then forwards the call. */
  | { kind: 'delay'; ms: number }
  /** Answers with this error; the call never reaches the service. */
  | { kind: 'error'; error: AwsError }
  /** Runs the callback, then forwards the call. */
  | { kind: 'before'; run: Callback }
  /** Forwards the call, runs the callback when the service has answered, then sends the answer. */
  | { kind: 'after'; run: Callback }
  /** Runs the callback and closes the connection; the call never reaches the service. */
  | { kind: 'drop-request'; run?: Callback }
  /** Forwards the call, runs the callback, and closes the connection: the work is done, the caller gets no answer. */
  | { kind: 'drop-reply'; run?: Callback };

/** Called with every call before it is forwarded; undefined forwards it unchanged. */
export type Observe = (call: AwsCall) => CallFault | undefined | Promise<CallFault | undefined>;

/** Which calls a fault applies to. A member that is left out matches every call. */
export interface CallFaultRule extends Occurrences {
  caller?: string;
  service?: string;
  operation?: string;
  /** A closer look at the call, for example at its body. */
  when?: (call: AwsCall) => boolean;
  action: CallFault;
}

/** Faults in calls of AWS APIs. Pass `observe` to the front door. */
export class CallFaultRules extends FaultRules<CallFaultRule> {
  /** Every matching rule counts the call; the first rule that is due applies. */
  observe = (call: AwsCall): CallFault | undefined =>
    this.take(
      ({ caller = call.caller, service = call.service, operation = call.operation, when }) =>
        caller === call.caller &&
        service === call.service &&
        operation === call.operation &&
        (when?.(call) ?? true),
      1,
    )[0]?.action;
}

const cancellationMessages: Record<string, string> = {
  ConditionalCheckFailed: 'The conditional request failed',
  TransactionConflict: 'Transaction is ongoing for the item',
};

/**
 * DynamoDB's answer to a transaction that was cancelled. `reasons` has one code per action of the transaction:
 * 'TransactionConflict', 'ConditionalCheckFailed', … or 'None'.
 */
export function transactionCanceled(reasons: readonly string[]): AwsError {
  return new AwsError(
    400,
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.join(', ')}]`,
    {
      CancellationReasons: reasons.map((code) => {
        const message = cancellationMessages[code];
        return message === undefined ? { Code: code } : { Code: code, Message: message };
      }),
    },
  );
}

/** DynamoDB's answer above the provisioned throughput of a table; the SDK retries it. */
export function dynamoDbThrottle(): AwsError {
  return new AwsError(
    400,
    'ProvisionedThroughputExceededException',
    'The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level with the UpdateTable API.',
  );
}
