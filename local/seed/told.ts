import { once } from 'node:events';

/** What seed.ts tells a process that it has started, once the cloud is there. */
export interface Told {
  readonly userPoolId: string;
  readonly clientId: string;
  readonly siteUrl: string;
  /** Variables of the stores and of the SDK, as a function has them. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Waits for it, and sets the environment: what is imported before must not read that when it is loaded. */
export async function told(): Promise<Told> {
  const [message] = (await once(process, 'message')) as [Told];
  Object.assign(process.env, message.environment);
  // An open channel would keep the process alive when its work is done.
  process.disconnect();
  return message;
}
