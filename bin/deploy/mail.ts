import { setTimeout as sleep } from 'node:timers/promises';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import {
  GetAccountCommand,
  type GetAccountResponse,
  GetEmailIdentityCommand,
  type GetEmailIdentityResponse,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import type { Config } from '#lib/config.ts';
import type { MailSettings } from '#lib/mail-settings.ts';
import { errorName, failure, ok, type Verdict, warning, worstOf } from './finding.ts';
import { describeStack, prepareStack, type Waiting } from './stack.ts';

/** Reads an SES identity; `undefined` if there is none. */
async function readIdentity(
  EmailIdentity: string,
  region: string | undefined,
): Promise<GetEmailIdentityResponse | undefined> {
  try {
    return await new SESv2Client({ ...(region && { region }) }).send(
      new GetEmailIdentityCommand({ EmailIdentity }),
    );
  } catch (error) {
    if (errorName(error) === 'NotFoundException') return undefined;
    throw error;
  }
}

/** Checks whether SES sends the mails of the stage, and whether somebody is told when it is about to stop. */
export async function checkMail(
  { email, domain }: Config,
  region: string,
  isProduction: boolean,
): Promise<Verdict> {
  if (!email) return ok('Cognito itself sends codes, about 50 mails a day');
  const ses = new SESv2Client({ region: email.sesRegion });
  const [account, identity] = await Promise.all([
    ses.send(new GetAccountCommand({})),
    readIdentity(email.sesDomain, email.sesRegion),
  ]);
  const sandboxed = `SES in ${email.sesRegion} is in its sandbox and mails only to verified addresses: ask for production access in its console (free, about a day).`;
  const isMade = domain?.mail && domain.name === email.sesDomain;
  return worstOf([
    ok(
      identity?.VerifiedForSendingStatus
        ? `SES sends for ${email.sesDomain}`
        : `the identity ${email.sesDomain} comes first, until SES has verified it`,
    ),
    ...mailStanding(account, email.sesRegion),
    ...(email.sesRegion === region || domain?.mail
      ? []
      : [
          warning(
            `No alarm tells of bounces in ${email.sesRegion}: set "mail": true in "domain", or use SES in ${region}.`,
          ),
        ]),
    ...(account.ProductionAccessEnabled ? [] : [isProduction ? failure(sandboxed) : warning(sandboxed)]),
    ...(identity?.VerifiedForSendingStatus || isMade
      ? []
      : [
          failure(
            `${email.sesDomain} is not verified in SES in ${email.sesRegion}: create the identity there and set its DNS records, or set "mail": true in "domain".`,
          ),
        ]),
  ]);
}

/** What SES has against the mails of this account, if anything. */
function mailStanding(
  { SendingEnabled, EnforcementStatus }: GetAccountResponse,
  region: string,
): readonly Verdict[] {
  const remedy = 'see "mail-bounces" in docs/runbook.md.';
  if (SendingEnabled === false || EnforcementStatus === 'SHUTDOWN')
    return [
      failure(`SES in ${region} sends nothing, so that nobody can sign up or reset a password: ${remedy}`),
    ];
  return EnforcementStatus === 'PROBATION'
    ? [warning(`SES in ${region} reviews this account: ${remedy}`)]
    : [];
}

/** Text with the DNS records to set, from the output `DnsRecords` of a stack. */
export const recordsToSet = (records: string) =>
  ['Set these records where the domain is managed:', ...records.split('; ')].join('\n  ');

/** Longest wait in minutes. SES usually finds records of Route 53 within five. */
const mostMinutes = 30;

/**
 * Creates the SES identity of the domain, if there is none, and waits until SES has verified it, because Cognito
 * refuses it before. If the stack that made it has alarms, updates it.
 * @param deployStack Deploys a stack by its name.
 * @throws Error if SES does not find the records in time.
 */
export async function prepareMail(
  { stackName, domain, region, alarmEmail }: MailSettings,
  deployStack: (stackName: string) => Promise<void>,
  waiting: Waiting,
): Promise<void> {
  const { name, hostedZoneId } = domain;
  const cloudFormation = new CloudFormationClient({ ...(region && { region }) });
  const isWatched = alarmEmail !== undefined && (await describeStack(cloudFormation, stackName));
  if (isWatched || !(await readIdentity(name, region))) {
    await prepareStack(cloudFormation, stackName, waiting);
    await deployStack(stackName);
  }
  const began = Date.now();
  for (let told = -1; ; ) {
    const identity = await readIdentity(name, region);
    if (identity?.VerifiedForSendingStatus) return;
    const status = identity?.DkimAttributes?.Status ?? 'PENDING';
    const minutes = Math.floor((Date.now() - began) / 60_000);
    if (minutes >= mostMinutes)
      throw new Error(
        `SES has not verified ${name} after ${minutes} minutes (DKIM: ${status}). It goes on looking for its records for three days: check them, then repeat the command.`,
      );
    if (told < 0 && !hostedZoneId) {
      const { Outputs = [] } = (await describeStack(cloudFormation, stackName)) ?? {};
      const records = Outputs.find(({ OutputKey }) => OutputKey === 'DnsRecords')?.OutputValue;
      if (records) waiting.report(recordsToSet(records));
    }
    if (minutes > told)
      waiting.report(`SES looks for the DKIM records of ${name}: ${status}, ${minutes} min; usually five`);
    told = minutes;
    await sleep(waiting.seconds * 1000);
  }
}
