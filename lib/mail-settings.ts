import type { Config } from './config.ts';

export interface MailSettings {
  readonly stackName: string;
  readonly domain: NonNullable<Config['domain']>;
  /** Undefined for the shell's region. */
  readonly region: string | undefined;
  /** E-mail address for the alarms about mails, if the stage's stack is in another region than SES. */
  readonly alarmEmail: string | undefined;
}

/**
 * The settings of the stack with the SES identity; undefined if there is none. It is deployed before everything else,
 * because Cognito refuses an identity that SES has not verified.
 */
export function mailStackOf(
  stackName: string,
  { domain, email, alarmEmail }: Config,
  region: string | undefined,
): MailSettings | undefined {
  if (!domain?.mail) return undefined;
  const isElsewhere = email !== undefined && email.sesRegion !== region;
  return {
    stackName: `${stackName}-Mail`,
    domain,
    region: email?.sesRegion ?? region,
    alarmEmail: isElsewhere ? alarmEmail : undefined,
  };
}
