import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import type { Stack } from '@aws-sdk/client-cloudformation';
import { GetHostedZoneCommand, ListResourceRecordSetsCommand, Route53Client } from '@aws-sdk/client-route-53';
import type { Config } from '#lib/config.ts';
import { errorName, failure, ok, type Verdict, worstOf } from './finding.ts';
import { nextStepOf } from './stack.ts';

const route53 = () => new Route53Client({ region: 'us-east-1' });

/**
 * Checks hosted zone, records and certificate of the site's own domain.
 * @param stack The stage's stack, which has made the records once it is there.
 */
export async function checkDomain(
  domain: NonNullable<Config['domain']>,
  stack: Stack | undefined,
): Promise<Verdict> {
  const { name, hostedZoneId, certificateArn } = domain;
  const verdicts: Verdict[] = [];
  if (hostedZoneId) {
    const zone = await route53()
      .send(new GetHostedZoneCommand({ Id: hostedZoneId }))
      .catch((error: unknown) => {
        if (errorName(error) === 'NoSuchHostedZone') return undefined;
        throw error;
      });
    const zoneName = zone?.HostedZone?.Name?.replace(/\.$/, '');
    const fits = zoneName !== undefined && (name === zoneName || name.endsWith(`.${zoneName}`));
    verdicts.push(
      fits
        ? ok(`${name} in the hosted zone of ${zoneName}`)
        : failure(
            zoneName === undefined
              ? `This account has no hosted zone ${hostedZoneId}: correct "hostedZoneId".`
              : `${hostedZoneId} is the zone of ${zoneName}, to which ${name} does not belong.`,
          ),
    );
    if (fits && ['create', 'remove'].includes(nextStepOf(stack?.StackStatus)))
      verdicts.push(await checkRecords(name, hostedZoneId));
  }
  if (certificateArn) verdicts.push(await checkCertificate(name, certificateArn));
  return worstOf(verdicts);
}

/** Looks for records in the place of those that the stack makes: CloudFormation overwrites none. */
async function checkRecords(name: string, HostedZoneId: string): Promise<Verdict> {
  const { ResourceRecordSets = [] } = await route53().send(
    new ListResourceRecordSetsCommand({ HostedZoneId, StartRecordName: name }),
  );
  const types = ResourceRecordSets.filter(({ Name }) => Name === `${name}.`)
    .map(({ Type }) => String(Type))
    .filter((type) => ['A', 'AAAA', 'CNAME'].includes(type));
  return types.length === 0
    ? ok('')
    : failure(
        `${name} has records already (${types.join(', ')}): delete them, which takes the present site away, or choose another name.`,
      );
}

async function checkCertificate(name: string, CertificateArn: string): Promise<Verdict> {
  if (!CertificateArn.startsWith('arn:aws:acm:us-east-1:'))
    return failure('"certificateArn" must name a certificate in us-east-1, where CloudFront reads it.');
  const answer = await new ACMClient({ region: 'us-east-1' })
    .send(new DescribeCertificateCommand({ CertificateArn }))
    .catch((error: unknown) => {
      if (errorName(error) === 'ResourceNotFoundException') return undefined;
      throw error;
    });
  if (!answer?.Certificate) return failure('The certificate does not exist: correct "certificateArn".');
  const { Status, SubjectAlternativeNames = [], DomainValidationOptions = [] } = answer.Certificate;
  if (Status !== 'ISSUED') {
    const records = DomainValidationOptions.flatMap(({ ResourceRecord: record }) =>
      record ? [`${record.Name} ${record.Type} ${record.Value}`] : [],
    );
    const action =
      records.length > 0 ? `set ${[...new Set(records)].join('; ')}` : 'see ACM for what it needs';
    return failure(`The certificate is ${Status}: ${action}, and wait for ISSUED.`);
  }
  const wildcard = name.replace(/^[^.]+/, '*');
  return SubjectAlternativeNames.some((covered) => covered === name || covered === wildcard)
    ? ok(`the certificate covers ${name}`)
    : failure(`The certificate does not cover ${name}, but ${SubjectAlternativeNames.join(', ')}.`);
}
