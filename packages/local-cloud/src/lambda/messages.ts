/** An event for the handler. `deadline` is in milliseconds since the epoch. */
export interface InvokeMessage {
  requestId: string;
  functionArn: string;
  /** JSON. */
  event: string;
  deadline: number;
  traceId: string;
  /**
   * Milliseconds by which the handler's `Date` differs from the real time; only for environments with a movable clock.
   */
  clockOffset: number;
}

/** Lambda's answer when a handler throws. */
export interface RuntimeError {
  errorType: string;
  errorMessage: string;
  trace?: string[];
}

/** A message from an execution environment to its host. */
export type FromRuntime =
  | { kind: 'ready' }
  | { kind: 'init-error'; error: RuntimeError }
  | { kind: 'result'; requestId: string; payload: string }
  | { kind: 'error'; requestId: string; error: RuntimeError };
