/** Result of one check before a deployment. */
export interface Finding {
  readonly name: string;
  /** An `error` stops the deployment before anything is created. */
  readonly outcome: 'ok' | 'warning' | 'error';
  /** What was found, and what to do about it: one or two sentences. */
  readonly detail: string;
}

export type Verdict = Omit<Finding, 'name'>;

export const ok = (detail: string): Verdict => ({ outcome: 'ok', detail });
export const warning = (detail: string): Verdict => ({ outcome: 'warning', detail });
export const failure = (detail: string): Verdict => ({ outcome: 'error', detail });

/** The worst of several verdicts, with the sentences of all that are as bad. */
export function worstOf(verdicts: readonly Verdict[]): Verdict {
  for (const outcome of ['error', 'warning', 'ok'] as const) {
    const found = verdicts.filter((verdict) => verdict.outcome === outcome);
    if (found.length > 0)
      return { outcome, detail: [...new Set(found.map(({ detail }) => detail))].filter(Boolean).join(' ') };
  }
  return ok('');
}

/** Name of an error of the SDK, such as `AccessDenied`; empty for anything else. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : '');

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
