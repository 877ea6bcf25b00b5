import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { mailAlarms } from './alarm.ts';
import { alarmTopic } from './alarm-topic.ts';
import type { MailSettings } from './mail-settings.ts';

interface MailStackProps extends StackProps {
  readonly mail: MailSettings;
}

/**
 * The SES identity of the domain with DKIM. Its records are created in the hosted zone; without one, the output
 * `DnsRecords` lists them. Has the alarms about mails if the stage is in another region, because an alarm can only watch
 * metrics of its own.
 */
export class MailStack extends Stack {
  constructor(scope: Construct, id: string, { mail, ...props }: MailStackProps) {
    super(scope, id, props);
    const { name, hostedZoneId } = mail.domain;
    const identity = new EmailIdentity(this, 'Identity', {
      identity: hostedZoneId
        ? Identity.publicHostedZone(
            PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: name }),
          )
        : Identity.domain(name),
    });
    if (mail.alarmEmail) {
      const topic = alarmTopic(this, mail.alarmEmail);
      for (const [id, alarm] of mailAlarms()) new Alarm(this, id, alarm).addAlarmAction(new SnsAction(topic));
    }
    if (hostedZoneId) return;
    const records = identity.dkimRecords.map((record) => `${record.name} CNAME ${record.value}`);
    new CfnOutput(this, 'DnsRecords', { value: Fn.join('; ', records) });
  }
}
