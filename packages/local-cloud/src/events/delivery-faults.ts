import { setTimeout as sleep } from 'node:timers/promises';
import { FaultRules, type InjectedFault, type Occurrences } from '#src/fault-rules.ts';

/** What happens to a delivery. Queues and streams both deliver at least once, sometimes late. */
export type DeliveryFault =
  /** The function gets the same batch a second time, after it has handled it. */
  | { kind: 'duplicate' }
  /** The batch arrives later, by milliseconds. */
  | { kind: 'delay'; ms: number }
  /** The batch is received and never reaches the function: the queue delivers it again after its timeout. */
  | { kind: 'drop' }
  /** The items of a stream's batch come in reverse order; the records of one item keep theirs, as on AWS. */
  | { kind: 'reorder' };

export interface DeliveryFaultRule extends Occurrences {
  source: 'queue' | 'stream';
  /** Short name of the function; every function when left out. */
  function?: string;
  fault: DeliveryFault;
}

/** Faults between an event source and its function. */
export class DeliveryFaultRules extends FaultRules<DeliveryFaultRule> {
  override add(rule: DeliveryFaultRule): InjectedFault {
    if (rule.source === 'stream' && rule.fault.kind === 'drop')
      throw new Error('A stream never loses a record: only queues can drop a delivery');
    if (rule.source === 'queue' && rule.fault.kind === 'reorder')
      throw new Error('Messages of a queue have no order: delay some of them');
    return super.add(rule);
  }

  /**
   * Makes one delivery with the faults that are due for it. `deliver` invokes the function. Resolves with undefined
   * for a dropped delivery.
   */
  async apply<T>(
    source: 'queue' | 'stream',
    functionName: string,
    deliver: () => Promise<T>,
  ): Promise<T | undefined> {
    const faults = this.#faultsOf(source, functionName, ({ kind }) => kind !== 'reorder');
    for (const fault of faults) if (fault.kind === 'delay') await sleep(fault.ms);
    if (faults.some(({ kind }) => kind === 'drop')) return undefined;
    const result = await deliver();
    return faults.some(({ kind }) => kind === 'duplicate') ? deliver() : result;
  }

  /** The records of a stream's batch in the order in which they are delivered. `itemOf` identifies a record's item. */
  arrange<R>(functionName: string, records: readonly R[], itemOf: (record: R) => string): R[] {
    if (this.#faultsOf('stream', functionName, ({ kind }) => kind === 'reorder').length === 0)
      return [...records];
    return [...Map.groupBy(records, itemOf).values()].reverse().flat();
  }

  #faultsOf(
    source: 'queue' | 'stream',
    functionName: string,
    isWanted: (fault: DeliveryFault) => boolean,
  ): DeliveryFault[] {
    return this.take(
      (rule) =>
        rule.source === source && (rule.function ?? functionName) === functionName && isWanted(rule.fault),
    ).map(({ fault }) => fault);
  }
}
