import type { Config } from './config.ts';

export interface MailSettings {
  readonly stackName: string;
  readonly domain: NonNullable<Config['domain']>;
  /** Undefined for the shell's region. */
  readonly region: string | undefined;
}

/**
 * The settings of the stack with the SES identity; undefined if there is none. It is deployed before everything else,
 * because Cognito refuses an identity that SES has not verified.
 */
export function mailStackOf(
  stackName: string,
  { domain, email }: Config,
  region: string | undefined,
): MailSettings | undefined {
  return domain?.mail
    ? { stackName: `${stackName}-Mail`, domain, region: email?.sesRegion ?? region }
    : undefined;
}
