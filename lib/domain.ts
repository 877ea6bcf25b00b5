import { CfnOutput, type Stack } from 'aws-cdk-lib';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import {
  AaaaRecord,
  ARecord,
  type IPublicHostedZone,
  PublicHostedZone,
  RecordTarget,
} from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Config } from './config.ts';

type DomainSettings = NonNullable<Config['domain']>;

/** The hosted zone. Records are created with their full names, so that the zone may also be that of a parent domain. */
export function zoneOf(
  scope: Construct,
  { name, hostedZoneId }: DomainSettings,
): IPublicHostedZone | undefined {
  return hostedZoneId === undefined
    ? undefined
    : PublicHostedZone.fromPublicHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName: name });
}

/** A certificate validated by records in the hosted zone; CloudFront reads it in us-east-1. */
export function certificateOf(
  scope: Construct,
  domainName: string,
  zone: IPublicHostedZone | undefined,
): Certificate {
  return new Certificate(scope, 'Certificate', {
    domainName,
    validation: CertificateValidation.fromDns(zone),
  });
}

/**
 * The own domain: its certificate and, in a hosted zone, its records. Without a zone, the output `DnsRecords` lists the
 * records to create at the domain's DNS provider.
 */
export class Domain extends Construct {
  readonly name: string;
  readonly certificate: ICertificate;
  private readonly zone: IPublicHostedZone | undefined;

  /** @param edgeCertificateArn ARN of the certificate, if the edge stack makes it. */
  constructor(
    scope: Construct,
    id: string,
    domain: NonNullable<Config['domain']>,
    edgeCertificateArn?: string,
  ) {
    super(scope, id);
    const certificateArn = domain.certificateArn ?? edgeCertificateArn;
    this.name = domain.name;
    this.zone = zoneOf(this, domain);
    this.certificate = certificateArn
      ? Certificate.fromCertificateArn(this, 'Certificate', certificateArn)
      : certificateOf(this, domain.name, this.zone);
  }

  /** Creates the records that lead the domain to the distribution, or lists them in the output. */
  pointTo(stack: Stack, distribution: IDistribution): void {
    if (this.zone) {
      const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
      new ARecord(this, 'Alias', { zone: this.zone, target });
      new AaaaRecord(this, 'AliasV6', { zone: this.zone, target });
      return;
    }
    new CfnOutput(stack, 'DnsRecords', {
      value: `${this.name} ALIAS or CNAME ${distribution.distributionDomainName}`,
    });
  }
}
