/** A rule that was added: how often it has applied, and how to remove it. */
export interface InjectedFault {
  readonly applied: number;
  remove(): void;
}

/** Which of the calls or deliveries that match a rule it applies to. */
export interface Occurrences {
  /** The first one, counted from 1 (the default). */
  nth?: number;
  /** How many, from the nth on; 1 by default. */
  times?: number;
}

/** Rules that inject faults. Tests add, remove and clear them while the cloud runs. */
export class FaultRules<Rule extends Occurrences> {
  #entries: { rule: Rule; matched: number; applied: number }[] = [];

  add(rule: Rule): InjectedFault {
    const entry = { rule, matched: 0, applied: 0 };
    this.#entries.push(entry);
    return {
      get applied() {
        return entry.applied;
      },
      remove: () => {
        this.#entries = this.#entries.filter((other) => other !== entry);
      },
    };
  }

  clear(): void {
    this.#entries = [];
  }

  /** Counts one occurrence for every rule that matches. Returns the rules that are due, at most `limit`. */
  protected take(matches: (rule: Rule) => boolean, limit = Number.POSITIVE_INFINITY): Rule[] {
    const due: Rule[] = [];
    for (const entry of this.#entries) {
      if (!matches(entry.rule)) continue;
      entry.matched += 1;
      const { nth = 1, times = 1 } = entry.rule;
      if (entry.matched < nth || entry.matched >= nth + times || due.length >= limit) continue;
      entry.applied += 1;
      due.push(entry.rule);
    }
    return due;
  }
}
