import { AwsError } from './aws-error.ts';

/** One call to the front door, as observers and fault plans see it. */
export interface AwsCall {
  /** Name under which the calling access key was issued; undefined when the call is unsigned. */
  caller: string | undefined;
  /** Service name of the SigV4 scope: 'dynamodb', 's3', 'sqs', 'bedrock', 'cognito-idp', … */
  service: string;
  /** Region of the SigV4 scope; undefined when the call is unsigned. */
  region: string | undefined;
  /** 'TransactWriteItems', 'PutObject', 'InvokeModel', … */
  operation: string;
  /** 1 for this caller's first call of this operation, then 2, 3, … */
  sequence: number;
  /** The request's body as received. */
  body: Buffer;
}

type Callback = (call: AwsCall) => void | Promise<void>;

/** What happens to a call instead of simply being passed on. */
export type FaultAction =
  /** Waits, then passes the call on. */
  | { kind: 'delay'; ms: number }
  /** Answers this error; the service never sees the call. */
  | { kind: 'error'; error: AwsError }
  /** Runs the callback, then passes the call on. */
  | { kind: 'before'; run: Callback }
  /** Passes the call on, runs the callback when the service has answered, then sends the answer. */
  | { kind: 'after'; run: Callback }
  /** Runs the callback and closes the connection; the service never sees the call. */
  | { kind: 'drop-request'; run?: Callback }
  /** Passes the call on, runs the callback, and closes the connection: done, but the caller never learns it. */
  | { kind: 'drop-reply'; run?: Callback };

/** Asked about every call before it is passed on; undefined passes it on untouched. */
export type Observe = (call: AwsCall) => FaultAction | undefined | Promise<FaultAction | undefined>;

/** Which calls a fault applies to. What is left out matches everything. */
export interface Fault {
  caller?: string;
  service?: string;
  operation?: string;
  /** A closer look at the call, for example at its body. */
  when?: (call: AwsCall) => boolean;
  /** The first matching call that the fault applies to, counted from 1 (the default). */
  nth?: number;
  /** How many matching calls it applies to, from the nth on; 1 unless given. */
  times?: number;
  action: FaultAction;
}

/** A fault that was added: how often it has applied, and how to take it away. */
export interface PlannedFault {
  readonly applied: number;
  remove(): void;
}

/** The faults that a test wants: pass `plan.observe` to the front door and add or clear faults as it runs. */
export class FaultPlan {
  #faults: { fault: Fault; matched: number; applied: number }[] = [];

  add(fault: Fault): PlannedFault {
    const entry = { fault, matched: 0, applied: 0 };
    this.#faults.push(entry);
    return {
      get applied() {
        return entry.applied;
      },
      remove: () => {
        this.#faults = this.#faults.filter((other) => other !== entry);
      },
    };
  }

  clear(): void {
    this.#faults = [];
  }

  /** Every fault that matches counts the call; the first one due applies. */
  observe = (call: AwsCall): FaultAction | undefined => {
    let due: { fault: Fault; applied: number } | undefined;
    for (const entry of this.#faults) {
      const { fault } = entry;
      if (fault.caller !== undefined && fault.caller !== call.caller) continue;
      if (fault.service !== undefined && fault.service !== call.service) continue;
      if (fault.operation !== undefined && fault.operation !== call.operation) continue;
      if (fault.when !== undefined && !fault.when(call)) continue;
      entry.matched += 1;
      const nth = fault.nth ?? 1;
      if (entry.matched >= nth && entry.matched < nth + (fault.times ?? 1)) due ??= entry;
    }
    if (due === undefined) return undefined;
    due.applied += 1;
    return due.fault.action;
  };
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
