/** Fault of a delivery of an event. */
export type DeliveryFault =
  /** Never arrives, as if every attempt had failed until Stripe stopped trying. */
  | { kind: 'drop' }
  /** One attempt is lost. Stripe tries again after the usual wait. */
  | { kind: 'lose' }
  /** Arrives a second time after it was handled. */
  | { kind: 'duplicate' }
  /** Arrives later, by milliseconds of real time. Later events do not wait for it. */
  | { kind: 'delay'; ms: number }
  /** Arrives after this many later events (1 by default), or after a short wait if there are none. */
  | { kind: 'reorder'; behind?: number }
  /** Arrives with a wrong signature. Stripe tries again, with the right one, after the usual wait. */
  | { kind: 'corrupt_signature' };

/** Fault of a call of the API. */
export type CallFault =
  /** Answers with 429 and the code rate_limit; the call is not carried out. */
  | { kind: 'rate_limit' }
  /** Answers with 500 api_error; the call is not carried out. */
  | { kind: 'error' }
  /** The connection breaks before the call is carried out, or afterwards, before the reply. */
  | { kind: 'disconnect'; when: 'before' | 'after' };

export interface DeliveryFaultRule {
  fault: DeliveryFault;
  /** Type of the event; every type when left out. */
  event?: string;
  /** Number of deliveries; 1 by default. */
  times?: number;
}

export interface CallFaultRule {
  fault: CallFault;
  method?: 'GET' | 'POST' | 'DELETE';
  /** Beginning of the path ('/v1/checkout/sessions'); every call when left out. */
  path?: string;
  /** Number of calls; 1 by default. */
  times?: number;
}

/** Rules that inject faults. The first rule that matches a call or a delivery applies to it. */
export class FaultRules {
  #deliveries: { rule: DeliveryFaultRule; left: number }[] = [];
  #calls: { rule: CallFaultRule; left: number }[] = [];

  /** Returns a function that removes the rule. */
  addDelivery(rule: DeliveryFaultRule): () => void {
    const entry = { rule, left: rule.times ?? 1 };
    this.#deliveries.push(entry);
    return () => {
      entry.left = 0;
    };
  }

  /** Returns a function that removes the rule. */
  addCall(rule: CallFaultRule): () => void {
    const entry = { rule, left: rule.times ?? 1 };
    this.#calls.push(entry);
    return () => {
      entry.left = 0;
    };
  }

  clear(): void {
    this.#deliveries = [];
    this.#calls = [];
  }

  /** The fault of the next delivery of an event of this type. */
  takeDelivery(event: string): DeliveryFault | undefined {
    const due = this.#deliveries.find(({ rule, left }) => left > 0 && (rule.event ?? event) === event);
    if (due) due.left -= 1;
    return due?.rule.fault;
  }

  /** The fault of a call. */
  takeCall(method: string, path: string): CallFault | undefined {
    const due = this.#calls.find(
      ({ rule, left }) => left > 0 && (rule.method ?? method) === method && path.startsWith(rule.path ?? ''),
    );
    if (due) due.left -= 1;
    return due?.rule.fault;
  }
}
