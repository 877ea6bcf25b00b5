import { AwsError } from '#src/aws/aws-error.ts';
import type { Permission, ServiceCall } from '#src/aws/permission.ts';
import { parseRequestTarget } from '#src/aws/request-target.ts';
import { s3Operation, splitPath } from '#src/s3/operation.ts';
import { sesPermissions } from '#src/ses/ses.ts';
import type { Cloud } from './cloud.ts';
import { applies, isAllowed, matchesWildcard, type Statement } from './policy.ts';

/** A permission that a function's role grants: its action and resource as the policy writes them. */
export interface Grant {
  functionName: string;
  action: string;
  resource: string;
  /** Whether a call needed it since the local cloud started. */
  isUsed: boolean;
}

/** Services that answer 400 where others answer 403. */
const speakAwsJson = new Set(['dynamodb', 'cognito-idp', 'secretsmanager', 'kms']);
const nameItAccessDenied = new Set(['s3', 'cloudfront', 'sqs']);

/**
 * Returns AWS's error if the role of the calling function does not allow the call; otherwise marks the permissions
 * as used and returns undefined. Other callers (the provisioner, event sources, tests) may do everything.
 */
export function refusalOf(cloud: Cloud, call: ServiceCall): AwsError | undefined {
  const { caller = '' } = call;
  const roleArn = cloud.functionRoles.get(caller);
  if (roleArn === undefined) return undefined;
  const statements = statementsOf(cloud, roleArn);
  const needed = neededPermissions(cloud, call);
  const missing = needed.find((permission) => !isAllowed(statements, requestOf(permission)));
  if (!missing) {
    for (const permission of needed) noteUse(cloud, caller, statements, permission);
    return undefined;
  }
  return new AwsError(
    speakAwsJson.has(call.service) ? 400 : 403,
    nameItAccessDenied.has(call.service) ? 'AccessDenied' : 'AccessDeniedException',
    `User: ${roleArn} is not authorized to perform: ${missing.action} on resource: ${missing.resource} ` +
      `because no identity-based policy allows the ${missing.action} action`,
  );
}

/** Every permission that the roles of the functions grant. */
export function grantsOf(cloud: Cloud): Grant[] {
  return [...cloud.functionRoles].flatMap(([functionName, roleArn]) =>
    statementsOf(cloud, roleArn)
      .filter(({ Effect }) => Effect === 'Allow')
      .flatMap(({ Action, Resource = [] }) =>
        Action.flatMap((action) => Resource.map((resource) => ({ functionName, action, resource }))),
      )
      .map((grant) => ({ ...grant, isUsed: cloud.usedGrants.has(nameOf(grant)) })),
  );
}

function statementsOf(cloud: Cloud, roleArn: string): Statement[] {
  const roleName = roleArn.split('/').at(-1) ?? '';
  return [...(cloud.roleStatements.get(roleName)?.values() ?? [])].flat();
}

function requestOf({ action, resource, context = {} }: Permission) {
  return { action, resource, service: undefined, context };
}

/** Marks the first statement that allows the permission, so that redundant statements stay unused. */
function noteUse(cloud: Cloud, functionName: string, statements: Statement[], needed: Permission): void {
  const statement = statements.find((candidate) => applies(candidate, requestOf(needed)));
  const action = statement?.Action.find((pattern) => matchesWildcard(pattern, needed.action));
  const resource = statement?.Resource?.find((pattern) => matchesWildcard(pattern, needed.resource));
  if (action !== undefined && resource !== undefined)
    cloud.usedGrants.add(nameOf({ functionName, action, resource }));
}

function nameOf({ functionName, action, resource }: Omit<Grant, 'isUsed'>): string {
  return `${functionName} ${action} ${resource}`;
}

function neededPermissions(cloud: Cloud, call: ServiceCall): Permission[] {
  const { services, accountId } = cloud.options;
  const service = Object.hasOwn(services, call.service) ? services[call.service] : undefined;
  if (service) return service.permissions(call, accountId);
  switch (call.service) {
    case 's3':
      return s3Permissions(call);
    case 'cloudfront': {
      const id = /^\/2020-05-31\/distribution\/([^/]+)/.exec(call.req.url ?? '')?.[1];
      const resource = `arn:aws:cloudfront::${cloud.options.accountId}:distribution/${id}`;
      return [{ action: 'cloudfront:CreateInvalidation', resource }];
    }
    case 'ses':
      return sesPermissions(call, (domain) => cloud.arn('ses', `identity/${domain}`));
  }
  const operation =
    String(call.req.headers['x-amz-target'] ?? '')
      .split('.')
      .at(-1) ?? '';
  const input: Record<string, unknown> = JSON.parse(call.body.toString('utf8') || '{}');
  switch (call.service) {
    case 'dynamodb':
      return dynamoDbPermissions(cloud, operation, input);
    case 'sqs': {
      const name = String(input.QueueUrl ?? input.QueueName)
        .split('/')
        .at(-1);
      return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, resource: cloud.arn('sqs', String(name)) }];
    }
    case 'secretsmanager':
      return [{ action: `secretsmanager:${operation}`, resource: String(input.SecretId) }];
    case 'kms':
      return [{ action: `kms:${operation}`, resource: cloud.options.kms.arnOf(String(input.KeyId)) }];
    case 'cognito-idp':
      return [
        {
          action: `cognito-idp:${operation}`,
          resource: cloud.arn('cognito-idp', `userpool/${String(input.UserPoolId)}`),
        },
      ];
  }
  throw new Error(`The local cloud does not support permissions of ${call.service}`);
}

/** Each action of a transaction needs the permission of the single call (DynamoDB developer guide). */
const transactionActions: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

function dynamoDbPermissions(cloud: Cloud, operation: string, input: Record<string, unknown>): Permission[] {
  const tableArn = (name: unknown) => {
    const text = String(name);
    return text.startsWith('arn:') ? text : cloud.arn('dynamodb', `table/${text}`);
  };
  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems')
    return (input.TransactItems as Record<string, { TableName: string }>[]).flatMap((item) =>
      Object.entries(item).map(([kind, { TableName }]) => ({
        action: `dynamodb:${transactionActions[kind]}`,
        resource: tableArn(TableName),
      })),
    );
  if (operation === 'BatchGetItem' || operation === 'BatchWriteItem')
    return Object.keys(input.RequestItems as object).map((name) => ({
      action: `dynamodb:${operation}`,
      resource: tableArn(name),
    }));
  const index = input.IndexName === undefined ? '' : `/index/${String(input.IndexName)}`;
  return [{ action: `dynamodb:${operation}`, resource: tableArn(input.TableName) + index }];
}

const objectActions: Readonly<Record<string, string>> = {
  HeadObject: 's3:GetObject',
  GetObject: 's3:GetObject',
  PutObject: 's3:PutObject',
  DeleteObject: 's3:DeleteObject',
  CreateMultipartUpload: 's3:PutObject',
  UploadPart: 's3:PutObject',
  CompleteMultipartUpload: 's3:PutObject',
  AbortMultipartUpload: 's3:AbortMultipartUpload',
};

function s3Permissions({ req, body }: ServiceCall): Permission[] {
  // A preflight carries no credentials.
  if (req.method === 'OPTIONS') return [];
  const target = parseRequestTarget(req.url ?? '/');
  const operation = s3Operation(req.method ?? 'GET', target, req.headers)?.name;
  const { bucket, encodedKey } = splitPath(target.path);
  const arn = (key: string) => `arn:aws:s3:::${bucket}/${key}`;
  const key = decodeURIComponent(encodedKey);
  if (operation === undefined) return [];
  if (operation === 'ListObjectsV2' || operation === 'HeadBucket')
    return [{ action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}` }];
  if (operation === 'DeleteObjects')
    return [...body.toString('utf8').matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, name = '']) => ({
      action: 's3:DeleteObject',
      resource: arn(name),
    }));
  const action = objectActions[operation];
  if (action !== undefined) return [{ action, resource: arn(key) }];
  return [{ action: `s3:${operation}`, resource: `arn:aws:s3:::${bucket}` }];
}
