import { setTimeout as sleep } from 'node:timers/promises';

/** What happens to a delivery: both services deliver at least once, late and again. */
export type DeliveryFault =
  /** The function gets the same batch a second time, after it has handled it. */
  | { kind: 'duplicate' }
  /** The batch arrives later, by milliseconds. */
  | { kind: 'delay'; ms: number }
  /** The batch is received and lost on the way to the function: a queue shows it again after its timeout. */
  | { kind: 'drop' }
  /** Items of a stream's batch come in the opposite order; the records of one item keep theirs, as on AWS. */
  | { kind: 'reorder' };

export interface PlannedDelivery {
  source: 'queue' | 'stream';
  /** Short name of the function; every function when left out. */
  function?: string;
  /** How many deliveries it applies to; one unless given. */
  times?: number;
  fault: DeliveryFault;
}

/** The disturbances that a test wants between an event source and its function. */
export class DeliveryPlan {
  #planned: { plan: PlannedDelivery; left: number }[] = [];

  /** Adds a disturbance; returns the function that takes it away again. */
  add(plan: PlannedDelivery): () => void {
    if (plan.source === 'stream' && plan.fault.kind === 'drop')
      throw new Error('A stream never loses a record: only queues can drop a delivery');
    if (plan.source === 'queue' && plan.fault.kind === 'reorder')
      throw new Error('Messages of a queue have no order: delay some of them');
    const entry = { plan, left: plan.times ?? 1 };
    this.#planned.push(entry);
    return () => {
      this.#planned = this.#planned.filter((other) => other !== entry);
    };
  }

  clear(): void {
    this.#planned = [];
  }

  /**
   * Runs one delivery with the disturbances due for it. `deliver` invokes the function; undefined is returned
   * for a dropped delivery.
   */
  async apply<T>(
    source: 'queue' | 'stream',
    functionName: string,
    deliver: () => Promise<T>,
  ): Promise<T | undefined> {
    const faults = this.#take(source, functionName, ({ kind }) => kind !== 'reorder');
    for (const fault of faults) if (fault.kind === 'delay') await sleep(fault.ms);
    if (faults.some(({ kind }) => kind === 'drop')) return undefined;
    const result = await deliver();
    return faults.some(({ kind }) => kind === 'duplicate') ? deliver() : result;
  }

  /** The records of a stream's batch in the order in which they come, `itemOf` telling items apart. */
  arrange<R>(functionName: string, records: readonly R[], itemOf: (record: R) => string): R[] {
    if (this.#take('stream', functionName, ({ kind }) => kind === 'reorder').length === 0)
      return [...records];
    return [...Map.groupBy(records, itemOf).values()].reverse().flat();
  }

  /** Uses up the disturbances that are due for a delivery. */
  #take(
    source: 'queue' | 'stream',
    functionName: string,
    isMeant: (fault: DeliveryFault) => boolean,
  ): DeliveryFault[] {
    const due = this.#planned.filter(
      ({ plan, left }) =>
        left > 0 &&
        plan.source === source &&
        (plan.function ?? functionName) === functionName &&
        isMeant(plan.fault),
    );
    for (const entry of due) entry.left -= 1;
    return due.map(({ plan }) => plan.fault);
  }
}
