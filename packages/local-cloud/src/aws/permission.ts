import type { IncomingMessage } from 'node:http';

/** A call that reached a service behind the front door. */
export interface ServiceCall {
  /** The service's name in request signatures. */
  service: string;
  req: IncomingMessage;
  body: Buffer;
  /** Name of the access key. */
  caller: string | undefined;
}

/** What IAM checks: an action on a resource. */
export interface Permission {
  /** 's3:GetObject' */
  action: string;
  /** ARN. */
  resource: string;
  /** Values of condition keys, by lower-case name. */
  context?: Readonly<Record<string, string>>;
}
