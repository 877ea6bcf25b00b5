/** API Gateway's throttle: `burst` requests at once, refilled at `rate` a second. */
export class TokenBucket {
  readonly #rate: number;
  readonly #burst: number;
  #tokens: number;
  #filledAt: number;

  /** `now` in milliseconds. */
  constructor(rate: number, burst: number, now: number) {
    this.#rate = rate;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filledAt = now;
  }

  /** Takes one token; false when there is none. */
  take(now: number): boolean {
    const refill = (Math.max(0, now - this.#filledAt) / 1000) * this.#rate;
    this.#tokens = Math.min(this.#burst, this.#tokens + refill);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
