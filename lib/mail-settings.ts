import type { Config } from './config.ts';

export interface MailSettings {
  readonly stackName: string;
  readonly domain: NonNullable<Config['domain']>;
  /** `undefined`: that of the shell. */
  readonly region: string | undefined;
}

/**
 * The stack of the SES identity, if the settings want one. Cognito refuses an identity that SES has not verified, so that it
 * is deployed before everything else.
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
