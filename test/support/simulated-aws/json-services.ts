import * as z from 'zod';
import type { SimulatedAnswer, SimulatedService } from './service.ts';

const answer = (body: unknown): SimulatedAnswer => ({
  type: 'application/x-amz-json-1.1',
  body: JSON.stringify(body),
});

const refuse = (name: string, message = name, status = 400): SimulatedAnswer => ({
  status,
  type: 'application/x-amz-json-1.1',
  headers: { 'x-amzn-errortype': name },
  body: JSON.stringify({ __type: name, message }),
});

const inputSchema = z
  .object({
    TableName: z.string(),
    UserPoolId: z.string(),
    Username: z.string(),
    SecretId: z.string(),
    KeyId: z.string(),
    logGroupName: z.string(),
    logGroupNamePrefix: z.string(),
    CertificateArn: z.string(),
    Id: z.string(),
    modelId: z.string(),
    Domain: z.string(),
  })
  .partial();

/** Services that name the operation in `X-Amz-Target`. */
export const json: SimulatedService = (account, { operation, body, region }) => {
  const input = inputSchema.parse(JSON.parse(body));
  const table = account.tables.get(input.TableName ?? '');
  const pool = account.pools.get(input.UserPoolId ?? '');
  switch (operation) {
    case 'GetParameter':
      return account.bootstrapVersion === undefined || account.bareRegions.has(region)
        ? refuse('ParameterNotFound')
        : answer({ Parameter: { Value: String(account.bootstrapVersion) } });
    case 'ListServiceQuotas':
      return answer({
        Quotas: [
          ...['Control Structure', 'Search and Replace', 'Remove Background', 'Inpaint'].map((name) => ({
            QuotaName: `Cross-region model inference requests per minute for Stability.ai Stable Image ${name}`,
            Value: account.modelQuotas[region] ?? 20,
          })),
          ...Object.entries(account.otherQuotas).map(([QuotaName, Value]) => ({ QuotaName, Value })),
        ],
      });
    case 'DescribeCertificate': {
      const certificate = account.certificates.get(input.CertificateArn ?? '');
      return certificate
        ? answer({
            Certificate: {
              Status: certificate.status,
              SubjectAlternativeNames: certificate.names,
              DomainValidationOptions: certificate.names.map((name) => ({
                DomainName: name,
                ResourceRecord: { Name: `_1.${name}.`, Type: 'CNAME', Value: '_2.acm-validations.aws.' },
              })),
            },
          })
        : refuse('ResourceNotFoundException');
    }
    case 'GetWebACL': {
      const Rules = account.webAcls.get(input.Id ?? '');
      return Rules ? answer({ WebACL: { Rules } }) : refuse('WAFNonexistentItemException');
    }
    case 'DescribeSecret':
      return account.secrets.has(input.SecretId ?? '') ? answer({}) : refuse('ResourceNotFoundException');
    case 'DeleteSecret':
      return account.secrets.delete(input.SecretId ?? '') ? answer({}) : refuse('ResourceNotFoundException');
    case 'ScheduleKeyDeletion':
      return account.keys.delete(input.KeyId ?? '') ? answer({}) : refuse('KMSInvalidStateException');
    case 'DescribeLogGroups':
      return answer({
        logGroups: [...account.logGroups]
          .filter((name) => name.startsWith(input.logGroupNamePrefix ?? ''))
          .map((logGroupName) => ({ logGroupName })),
      });
    case 'DeleteLogGroup':
      return account.logGroups.delete(input.logGroupName ?? '')
        ? answer({})
        : refuse('ResourceNotFoundException');
    case 'DescribeTable':
      return table
        ? answer({ Table: { DeletionProtectionEnabled: table.isProtected } })
        : refuse('ResourceNotFoundException');
    case 'GetItem':
      return answer(account.hasSigningCertificates ? { Item: { pk: { S: 'SETTINGS' } } } : {});
    case 'UpdateTable':
      if (table) table.isProtected = false;
      return answer({});
    case 'DeleteTable':
      if (table?.isProtected) return refuse('ValidationException', 'The table is protected from deletion');
      return account.tables.delete(input.TableName ?? '') ? answer({}) : refuse('ResourceNotFoundException');
    case 'DescribeUserPool':
      return pool
        ? answer({ UserPool: { DeletionProtection: pool.isProtected ? 'ACTIVE' : 'INACTIVE' } })
        : refuse('ResourceNotFoundException');
    case 'DescribeUserPoolDomain': {
      const UserPoolId = account.hostedDomains.get(input.Domain ?? '');
      return answer({ DomainDescription: UserPoolId === undefined ? {} : { UserPoolId } });
    }
    case 'UpdateUserPool':
      if (pool) pool.isProtected = false;
      return answer({});
    case 'DeleteUserPool':
      if (pool?.isProtected)
        return refuse('InvalidParameterException', 'The pool is protected from deletion');
      account.pools.delete(input.UserPoolId ?? '');
      return answer({});
    case 'AdminCreateUser':
      pool?.users.add(input.Username ?? '');
      return answer({ User: { Username: input.Username } });
    case 'AdminSetUserPassword':
    case 'AdminAddUserToGroup':
      return answer({});
    case 'AdminDeleteUser':
      return pool?.users.delete(input.Username ?? '') ? answer({}) : refuse('UserNotFoundException');
    default:
      return refuse('UnknownOperationException', operation);
  }
};

export const lambda: SimulatedService = ({ concurrency }) =>
  answer({ AccountLimit: { ConcurrentExecutions: concurrency } });

export const ses: SimulatedService = ({ mail }, { url }) => {
  const [, domain] = /^\/v2\/email\/identities\/(.+)$/.exec(url.pathname) ?? [];
  if (domain === undefined)
    return answer({
      ProductionAccessEnabled: mail.isOutOfSandbox,
      EnforcementStatus: mail.enforcement,
      SendingEnabled: mail.enforcement !== 'SHUTDOWN',
    });
  const looks = mail.identities.get(domain);
  if (looks) mail.identities.set(domain, looks - 1);
  return looks !== undefined
    ? answer({
        VerifiedForSendingStatus: looks === 0,
        DkimAttributes: { Status: looks === 0 ? 'SUCCESS' : 'PENDING' },
      })
    : refuse('NotFoundException', 'NotFoundException', 404);
};

export const bedrock: SimulatedService = (account, { url, region, body }) => {
  const { agreements } = account;
  const [, operation = '', model = ''] = decodeURIComponent(url.pathname).split('/');
  if (operation === 'foundation-model-availability') {
    const isMade = agreements === undefined || agreements.has(`${region} ${model}`);
    const isPending = isMade && account.pendingLooks > 0;
    if (isPending) account.pendingLooks -= 1;
    const isOpen = isMade && !isPending;
    return answer({
      modelId: model,
      agreementAvailability: { status: isOpen ? 'AVAILABLE' : isPending ? 'PENDING' : 'NOT_AVAILABLE' },
      authorizationStatus: account.refusedModels.has(model) ? 'NOT_AUTHORIZED' : 'AUTHORIZED',
      entitlementAvailability: isOpen ? 'AVAILABLE' : 'NOT_AVAILABLE',
      regionAvailability: 'AVAILABLE',
    });
  }
  if (operation === 'foundation-models') {
    const status = account.legacyModels.has(model) ? 'LEGACY' : 'ACTIVE';
    return answer({ modelDetails: { modelId: model, modelLifecycle: { status } } });
  }
  if (operation === 'list-foundation-model-agreement-offers') {
    const offers = account.unofferedModels.has(model) ? [] : [{ offerToken: 'offer' }];
    return answer({ modelId: model, offers });
  }
  const { modelId = '' } = inputSchema.parse(JSON.parse(body));
  if (agreements?.has(`${region} ${modelId}`)) return refuse('ConflictException', 'ConflictException', 409);
  agreements?.add(`${region} ${modelId}`);
  account.onSubscription(modelId);
  return { ...answer({ modelId }), status: 202 };
};
