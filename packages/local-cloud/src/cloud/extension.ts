import type { Handler } from '#src/aws/handler.ts';
import type { Permission, ServiceCall } from '#src/aws/permission.ts';

/** Something that the application runs beside the stack and that starts and ends with it. */
export interface Extension {
  /** Resolves when its work is done; rejects after `timeoutMs`. `settle()` of the cloud waits for it. */
  settle?(timeoutMs: number): Promise<void>;
  /** Frees what it holds. Called by `stop()` and `crash()`. */
  close?(): Promise<void>;
}

/** An AWS service that the package does not have. Functions reach it like any other, through AWS_ENDPOINT_URL. */
export interface AwsService extends Extension {
  handle: Handler;
  /** The permissions that the caller's role must grant for a call. */
  permissions(call: ServiceCall, accountId: string): Permission[];
}
