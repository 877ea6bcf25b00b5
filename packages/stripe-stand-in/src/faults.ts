/** What goes wrong with a delivery of an event. */
export type DeliveryFault =
  /** Never arrives: as if every attempt had failed until Stripe gave up. */
  | { kind: 'drop' }
  /** This attempt is lost on the way; it is sent again after its back-off. */
  | { kind: 'lose' }
  /** Arrives a second time after it was handled. */
  | { kind: 'duplicate' }
  /** Arrives later, by real milliseconds; what comes after it does not wait. */
  | { kind: 'delay'; ms: number }
  /** Arrives after as many later events (1 unless given), or when no later one came for a moment. */
  | { kind: 'reorder'; behind?: number }
  /** Arrives with a signature that is not the endpoint's; it is sent again, signed well, after its back-off. */
  | { kind: 'corrupt_signature' };

/** What goes wrong with a call of the API. */
export type CallFault =
  /** 429 with code rate_limit; nothing is done. */
  | { kind: 'rate_limit' }
  /** 500 api_error; nothing is done. */
  | { kind: 'error' }
  /** The connection breaks before the call is carried out, or after it, when its reply is lost. */
  | { kind: 'disconnect'; when: 'before' | 'after' };

export interface PlannedDelivery {
  fault: DeliveryFault;
  /** Type of the event; every type when left out. */
  event?: string;
  /** How many deliveries it applies to; one unless given. */
  times?: number;
}

export interface PlannedCall {
  fault: CallFault;
  method?: 'GET' | 'POST' | 'DELETE';
  /** Beginning of the path ('/v1/checkout/sessions'); every call when left out. */
  path?: string;
  times?: number;
}

/** The disturbances that a test wants. Each is used up by what it applies to; the first that matches counts. */
export class FaultPlan {
  #deliveries: { plan: PlannedDelivery; left: number }[] = [];
  #calls: { plan: PlannedCall; left: number }[] = [];

  /** Returns the function that takes the disturbance away again. */
  addDelivery(plan: PlannedDelivery): () => void {
    const entry = { plan, left: plan.times ?? 1 };
    this.#deliveries.push(entry);
    return () => {
      entry.left = 0;
    };
  }

  addCall(plan: PlannedCall): () => void {
    const entry = { plan, left: plan.times ?? 1 };
    this.#calls.push(entry);
    return () => {
      entry.left = 0;
    };
  }

  clear(): void {
    this.#deliveries = [];
    this.#calls = [];
  }

  takeDelivery(event: string): DeliveryFault | undefined {
    const due = this.#deliveries.find(({ plan, left }) => left > 0 && (plan.event ?? event) === event);
    if (due) due.left -= 1;
    return due?.plan.fault;
  }

  takeCall(method: string, path: string): CallFault | undefined {
    const due = this.#calls.find(
      ({ plan, left }) => left > 0 && (plan.method ?? method) === method && path.startsWith(plan.path ?? ''),
    );
    if (due) due.left -= 1;
    return due?.plan.fault;
  }
}
