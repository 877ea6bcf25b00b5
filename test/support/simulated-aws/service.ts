import type { SimulatedAccount } from './account.ts';

interface SimulatedRequest {
  readonly method: string;
  readonly url: URL;
  readonly region: string;
  /** From `X-Amz-Target` or `Action`; otherwise method and path. */
  readonly operation: string;
  readonly body: string;
}

export interface SimulatedAnswer {
  readonly status?: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type SimulatedService = (account: SimulatedAccount, request: SimulatedRequest) => SimulatedAnswer;
