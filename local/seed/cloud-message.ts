import { once } from 'node:events';

/** The message that seed.ts sends to a process that it has started, when the cloud is ready. */
export interface CloudMessage {
  readonly userPoolId: string;
  readonly clientId: string;
  readonly siteUrl: string;
  /** Variables of the stores and of the SDK, as a function has them. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Waits for the message and sets the environment, which modules must not read before. */
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

/** The header of requests that are admitted while the history is made. */
export const historyHeader = 'x-local-history';

/** Request from the process that makes the history to the cloud: to move its clock, or to draw a committed picture. */
export type HistoryRequest = { readonly shift: number } | { readonly draw: string };
