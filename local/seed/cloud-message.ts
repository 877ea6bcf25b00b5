import { once } from 'node:events';

/** The message that seed.ts sends, when the cloud is ready, to a process that it has started. */
export interface CloudMessage {
  readonly userPoolId: string;
  readonly clientId: string;
  readonly siteUrl: string;
  /** Variables for the stores and the SDK, as in a function's environment. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Waits for the message and sets the environment, which modules must not read earlier. */
export async function receiveCloud(): Promise<CloudMessage> {
  const [message] = (await once(process, 'message')) as [CloudMessage];
  setEnvironment(message);
  // An open channel would keep the process alive when its work is done.
  process.disconnect();
  return message;
}

export function setEnvironment({ environment }: CloudMessage): void {
  Object.assign(process.env, environment);
}

/** Header that admits requests to the site while the history is made. */
export const historyHeader = 'x-local-history';

/**
 * Request from the history process to the cloud: to move its clock, or to answer the next drawing with a committed
 * picture.
 */
export type HistoryRequest = { readonly shift: number } | { readonly draw: string };
