import { randomUUID } from 'node:crypto';

const units: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Milliseconds between two runs of `rate(5 minutes)`. Throws for other expressions. */
export function rateInMs(expression: string): number {
  const match = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  const unit = units[match?.[2] ?? ''];
  if (!match || unit === undefined)
    throw new Error(`The local cloud runs rate(…) schedules only, not ${expression}`);
  return Number(match[1]) * unit;
}

export interface ScheduleOptions {
  ruleName: string;
  ruleArn: string;
  region: string;
  accountId: string;
  everyMs: number;
  /** Until the first run; a second unless given. */
  firstAfterMs?: number | undefined;
  /** What the target gets instead of the event, if the rule says so. */
  input: unknown;
  invoke: (event: unknown) => void;
}

/** A scheduled rule of EventBridge. */
export class Schedule {
  readonly #options: ScheduleOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ScheduleOptions) {
    this.#options = options;
  }

  start(): void {
    const run = () => {
      this.#timer = setTimeout(run, this.#options.everyMs);
      this.runNow();
    };
    this.#timer = setTimeout(run, this.#options.firstAfterMs ?? 1000);
  }

  /** Invokes the target out of turn. */
  runNow(): void {
    const { ruleArn, region, accountId, input, invoke } = this.#options;
    invoke(
      input ?? {
        version: '0',
        id: randomUUID(),
        'detail-type': 'Scheduled Event',
        source: 'aws.events',
        account: accountId,
        time: `${new Date().toISOString().slice(0, 19)}Z`,
        region,
        resources: [ruleArn],
        detail: {},
      },
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
