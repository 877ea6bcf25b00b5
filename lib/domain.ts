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

/** The records are named in full, so that it does not matter whether the zone is that of a parent domain. */
export function zoneOf(
  scope: Construct,
  { name, hostedZoneId }: DomainSettings,
): IPublicHostedZone | undefined {
  return hostedZoneId === undefined
    ? undefined
    : PublicHostedZone.fromPublicHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName: name });
}

/** A certificate that the records of the hosted zone validate; CloudFront reads it in us-east-1. */
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
 * The own domain: its certificate and, in a hosted zone, its records. Without a zone, the output `DnsRecords` lists what
 * is to be set where the domain is managed.
 */
export class Domain extends Construct {
  readonly name: string;
  readonly certificate: ICertificate;
  private readonly zone: IPublicHostedZone | undefined;

  /** @param edgeCertificateArn Of the certificate, where the edge stack makes it. */
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

  /** Leads the domain to the distribution. */
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
