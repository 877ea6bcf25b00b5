import { CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { PublicHostedZone } from 'aws-cdk-lib/aws-route53';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import type { Config } from './config.ts';

interface MailStackProps extends StackProps {
  readonly domain: NonNullable<Config['domain']>;
}

/**
 * The SES identity of the domain with DKIM. Its records are created in the hosted zone; without one, the output
 * `DnsRecords` lists them.
 */
export class MailStack extends Stack {
  constructor(scope: Construct, id: string, { domain, ...props }: MailStackProps) {
    super(scope, id, props);
    const { name, hostedZoneId } = domain;
    const identity = new EmailIdentity(this, 'Identity', {
      identity: hostedZoneId
        ? Identity.publicHostedZone(
            PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: name }),
          )
        : Identity.domain(name),
    });
    if (hostedZoneId) return;
    const records = identity.dkimRecords.map((record) => `${record.name} CNAME ${record.value}`);
    new CfnOutput(this, 'DnsRecords', { value: Fn.join('; ', records) });
  }
}
