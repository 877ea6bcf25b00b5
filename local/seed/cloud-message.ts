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
  Object.assign(process.env, message.environment);
  // An open channel would keep the process alive when its work is done.
  process.disconnect();
  return message;
}
