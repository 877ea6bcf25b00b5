import { setTimeout as sleep } from 'node:timers/promises';

/** What happens to a delivery: both services deliver at least once, late and again. */
export type DeliveryFault =
  /** The function gets the same batch a second time, after it has handled it. */
  | { kind: 'duplicate' }
  /** The batch arrives later, by milliseconds. */
  | { kind: 'delay'; ms: number }
  /** The batch is received and lost on the way to the function: a queue shows it again after its timeout. */
  | { kind: 'drop' };

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
    const faults: DeliveryFault[] = [];
    for (const entry of this.#planned) {
      const { plan } = entry;
      if (entry.left <= 0 || plan.source !== source) continue;
      if (plan.function !== undefined && plan.function !== functionName) continue;
      entry.left -= 1;
      faults.push(plan.fault);
    }
    for (const fault of faults) if (fault.kind === 'delay') await sleep(fault.ms);
    if (faults.some(({ kind }) => kind === 'drop')) return undefined;
    const result = await deliver();
    return faults.some(({ kind }) => kind === 'duplicate') ? deliver() : result;
  }
}
