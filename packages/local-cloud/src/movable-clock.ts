/** Shifts the time that `Date` returns in this process. */
export interface MovableClock {
  /** Milliseconds between `Date` and the real time; negative in the past. */
  readonly offset: number;
  /** Sets the offset. Timers are not moved. */
  shift(offset: number): void;
}

/**
 * Replaces the global `Date` by one that can be shifted, from now on for the life of the process. Call it before code
 * that keeps `Date.now` for later.
 */
export function installMovableClock(): MovableClock {
  const RealDate = Date;
  let offset = 0;
  const now = () => RealDate.now() + offset;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
  return {
    get offset() {
      return offset;
    },
    shift(by) {
      offset = by;
    },
  };
}
