import type { SimulatedStack } from './account.ts';
import type { SimulatedAnswer, SimulatedService } from './service.ts';

const answer = (body: string, headers: Readonly<Record<string, string>> = {}): SimulatedAnswer => ({
  type: 'text/xml',
  body,
  headers,
});

const refuse = (code: string, message = code, status = 400): SimulatedAnswer => ({
  status,
  type: 'text/xml',
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});

const result = (operation: string, content: string) =>
  answer(`<${operation}Response><${operation}Result>${content}</${operation}Result></${operation}Response>`);

export const sts: SimulatedService = ({ credentialsHold }, { operation }) =>
  credentialsHold
    ? result(operation, '<Account>123456789012</Account>')
    : refuse('ExpiredToken', 'The security token included in the request is expired', 403);

const describe = (
  { id, name, status, isProtected }: SimulatedStack,
  outputs: Readonly<Record<string, string>> = {},
) =>
  `<member><StackId>${id}</StackId><StackName>${name}</StackName><StackStatus>${status}</StackStatus><EnableTerminationProtection>${isProtected}</EnableTerminationProtection><CreationTime>2026-11-22T00:00:00Z</CreationTime><Outputs>${Object.entries(
    outputs,
  )
    .map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    )
    .join('')}</Outputs></member>`;

export const cloudFormation: SimulatedService = (account, { operation, body }) => {
  const name = new URLSearchParams(body).get('StackName') ?? '';
  const stack = account.stack(name);
  switch (operation) {
    case 'DescribeStacks': {
      if (!stack) return refuse('ValidationError', `Stack with id ${name} does not exist`);
      const now = describe(stack, account.outputsOf(stack));
      stack.status = stack.following.shift() ?? stack.status;
      return result(operation, `<Stacks>${now}</Stacks>`);
    }
    case 'DeleteStack':
      account.deleteStack(name);
      return result(operation, '');
    case 'GetTemplate':
      return stack
        ? result(operation, `<TemplateBody>${JSON.stringify(account.template)}</TemplateBody>`)
        : refuse('ValidationError', `Stack with id ${name} does not exist`);
    case 'ListStacks':
      return result(
        operation,
        `<StackSummaries>${account.stacks
          .filter(({ status }) => status === 'DELETE_COMPLETE')
          .map((each) => describe(each))
          .join('')}</StackSummaries>`,
      );
    case 'ListStackResources':
      return result(
        operation,
        `<StackResourceSummaries>${(stack?.resources ?? [])
          .map(
            ({ logicalId, type, physicalId, isKept }) =>
              `<member><LogicalResourceId>${logicalId}</LogicalResourceId><PhysicalResourceId>${physicalId}</PhysicalResourceId><ResourceType>${type}</ResourceType><ResourceStatus>${
                stack?.status === 'DELETE_COMPLETE'
                  ? isKept
                    ? 'DELETE_SKIPPED'
                    : 'DELETE_COMPLETE'
                  : 'CREATE_COMPLETE'
              }</ResourceStatus></member>`,
          )
          .join('')}</StackResourceSummaries>`,
      );
    default:
      return refuse('InvalidAction', operation);
  }
};

export const cloudFront: SimulatedService = (account, { method, url, body }) => {
  const [, id] = /^\/2020-05-31\/distribution\/([^/]+)$/.exec(url.pathname) ?? [];
  if (method === 'POST') {
    if (!account.isVerifiedForCloudFront)
      return refuse(
        'AccessDenied',
        'Your account must be verified before you can add new CloudFront resources. To verify your account, please contact AWS Support',
        403,
      );
    account.distributions.set('ETRIAL', { comment: /<Comment>(.*?)<\/Comment>/.exec(body)?.[1] ?? '' });
    return { ...answer('<Distribution><Id>ETRIAL</Id></Distribution>'), status: 201 };
  }
  if (id === undefined)
    return answer(
      `<DistributionList><Items>${[...account.distributions]
        .map(
          ([each, { comment }]) =>
            `<DistributionSummary><Id>${each}</Id><Comment>${comment}</Comment></DistributionSummary>`,
        )
        .join('')}</Items></DistributionList>`,
    );
  if (method === 'DELETE') {
    account.distributions.delete(id);
    return { ...answer(''), status: 204 };
  }
  return answer(`<Distribution><Id>${id}</Id></Distribution>`, { etag: 'E1' });
};

export const route53: SimulatedService = ({ hostedZones, records }, { url }) => {
  if (url.pathname.endsWith('/rrset'))
    return answer(
      `<ListResourceRecordSetsResponse><ResourceRecordSets>${records
        .map(
          ({ name, type }) =>
            `<ResourceRecordSet><Name>${name}.</Name><Type>${type}</Type></ResourceRecordSet>`,
        )
        .join('')}</ResourceRecordSets></ListResourceRecordSetsResponse>`,
    );
  const id = url.pathname.split('/').at(-1) ?? '';
  const name = hostedZones.get(id);
  return name
    ? answer(
        `<GetHostedZoneResponse><HostedZone><Id>/hostedzone/${id}</Id><Name>${name}.</Name><CallerReference>x</CallerReference></HostedZone></GetHostedZoneResponse>`,
      )
    : refuse('NoSuchHostedZone', `No hosted zone found with ID: ${id}`, 404);
};

export const s3: SimulatedService = ({ buckets }, { method, url, body }) => {
  const name = url.pathname.split('/')[1] ?? '';
  const versions = buckets.get(name);
  const error = (status: number, code: string) => ({
    status,
    type: 'application/xml',
    body: `<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  });
  if (!versions) return error(404, 'NoSuchBucket');
  if (method === 'GET')
    return answer(
      `<ListVersionsResult>${versions
        .map(({ key, version }) => `<Version><Key>${key}</Key><VersionId>${version}</VersionId></Version>`)
        .join('')}</ListVersionsResult>`,
    );
  if (method === 'POST') {
    for (const [, key, version] of body.matchAll(/<Key>(.*?)<\/Key><VersionId>(.*?)<\/VersionId>/g))
      buckets.set(
        name,
        (buckets.get(name) ?? []).filter((each) => each.key !== key || each.version !== version),
      );
    return answer('<DeleteResult></DeleteResult>');
  }
  if (method === 'DELETE') {
    if (versions.length > 0) return error(409, 'BucketNotEmpty');
    buckets.delete(name);
    return { ...answer(''), status: 204 };
  }
  return answer('');
};
