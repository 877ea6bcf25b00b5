import { createHash } from 'node:crypto';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { AccessKey } from '#src/aws/credential-book.ts';
import type { Distribution, ResponseHeadersPolicy } from '#src/cloudfront/distribution.ts';
import { Edge } from '#src/cloudfront/edge.ts';
import type { EdgeFunction } from '#src/cloudfront/edge-function.ts';
import type { DeliveryFaultRules } from '#src/events/delivery-faults.ts';
import type { QueueSource } from '#src/events/queue-source.ts';
import type { Schedule } from '#src/events/schedule.ts';
import type { StreamSource } from '#src/events/stream-source.ts';
import { HttpApiHost } from '#src/http-api/http-api-host.ts';
import type { HttpApiParts } from '#src/http-api/http-api-parts.ts';
import type { Kms } from '#src/kms/kms.ts';
import type { LambdaHost } from '#src/lambda/lambda-host.ts';
import type { S3 } from '#src/s3/s3.ts';
import type { Assembly } from './assembly.ts';
import type { AwsService } from './extension.ts';
import type { Statement } from './policy.ts';

export interface CloudSettings {
  /** The data directory. */
  directory: string;
  region: string;
  accountId: string;
  assembly: Assembly;
  /** The front door. */
  awsUrl: string;
  /** `127.0.0.1:<port>` of the site. */
  siteHost: string;
  /** `127.0.0.1:<port>` of Cognito's sign-in pages, the only host with TLS. */
  signInHost: string;
  accessKey: AccessKey;
  /** DynamoDB Local itself: streams are read often, and no role needs to be checked. */
  dynamodbUrl: string;
  lambda: LambdaHost;
  s3: S3;
  kms: Kms;
  deliveries: DeliveryFaultRules;
  /** AWS services that the application adds. */
  services: Readonly<Record<string, AwsService>>;
  /** Milliseconds from the start to the first run of every schedule. */
  schedulesAfterMs?: number | undefined;
}

/** Permission of a service to invoke a function, as AWS::Lambda::Permission grants it. */
export interface InvokePermission {
  functionArn: string;
  principal: string;
  sourceArn: string | undefined;
}

/** The state of the provisioned stack: clients of the engines, hosts, policies and event sources. */
export class Cloud {
  readonly options: CloudSettings;
  readonly dynamodb: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
  readonly objects: S3Client;
  readonly queues: SQSClient;
  readonly cognito: CognitoIdentityProviderClient;
  readonly secrets: SecretsManagerClient;

  readonly httpApis = new Map<string, { host: HttpApiHost; parts: HttpApiParts }>();
  readonly edges = new Map<string, Edge>();
  readonly edgeFunctions = new Map<string, EdgeFunction>();
  readonly headersPolicies = new Map<string, ResponseHeadersPolicy>();
  readonly originAccessControls = new Set<string>();
  readonly bucketPolicies = new Map<string, Statement[]>();
  /** Statements of each role's policies, by the role's name and the policy's logical id. */
  readonly roleStatements = new Map<string, Map<string, Statement[]>>();
  /** ARN of each function's role, by the function's short name. */
  readonly functionRoles = new Map<string, string>();
  /** Permissions of functions that a call has needed, as authorize.ts names them. */
  readonly usedGrants = new Set<string>();
  permissions: InvokePermission[] = [];
  /** Triggers and rules that invoke functions. */
  triggers: { poolArn: string; functionArn: string; trigger: string }[] = [];
  ruleTargets: { ruleArn: string; functionArn: string }[] = [];
  readonly streamSources = new Map<string, StreamSource>();
  readonly queueSources = new Map<string, QueueSource>();
  readonly schedules = new Map<string, Schedule>();

  constructor(options: CloudSettings) {
    this.options = options;
    const { region, awsUrl, accessKey } = options;
    const client = { region, endpoint: awsUrl, credentials: accessKey };
    this.dynamodb = new DynamoDBClient(client);
    this.streams = new DynamoDBStreamsClient({ ...client, endpoint: options.dynamodbUrl });
    this.objects = new S3Client({ ...client, forcePathStyle: true });
    this.queues = new SQSClient(client);
    this.cognito = new CognitoIdentityProviderClient(client);
    this.secrets = new SecretsManagerClient(client);
  }

  /** Name of a resource that the template leaves unnamed: the same at every start. */
  physicalName(logicalId: string): string {
    return `${this.options.assembly.stackName}-${logicalId}`;
  }

  /** Characters of a generated id: the same for the same logical id at every start. */
  generatedId(logicalId: string, length: number): string {
    return createHash('sha256').update(this.physicalName(logicalId)).digest('hex').slice(0, length);
  }

  arn(service: string, resource: string): string {
    return `arn:aws:${service}:${this.options.region}:${this.options.accountId}:${resource}`;
  }

  /** The SDK sends each call to the host of the queue's URL, so it must be the front door's. */
  queueUrl(name: string): string {
    return `${this.options.awsUrl}/${this.options.accountId}/${name}`;
  }

  httpApi(apiId: string): { host: HttpApiHost; parts: HttpApiParts } {
    const api = this.httpApis.get(apiId);
    if (!api) throw new Error(`There is no HTTP API ${apiId}`);
    return api;
  }

  /** The HTTP API under this id, made when it is new. */
  addHttpApi(apiId: string): void {
    if (this.httpApis.has(apiId)) return;
    const { accountId, region, lambda } = this.options;
    const host = new HttpApiHost({
      apiId,
      accountId,
      domainName: `${apiId}.execute-api.${region}.amazonaws.com`,
      invoke: (functionArn, event) => lambda.invoke(functionArn, event),
    });
    this.httpApis.set(apiId, {
      host,
      parts: { integrations: new Map(), authorizers: new Map(), routes: [], stage: undefined },
    });
  }

  addDistribution(distribution: Distribution): void {
    const edge = this.edges.get(distribution.id);
    if (edge) edge.update(distribution);
    else if (this.edges.size > 0)
      throw new Error('The local cloud serves one distribution, and the template has another one');
    else this.edges.set(distribution.id, new Edge(distribution));
  }

  /** Begins to poll queues and streams and to run schedules. */
  startSources(): void {
    for (const source of [...this.streamSources.values(), ...this.queueSources.values()]) source.start();
    for (const schedule of this.schedules.values()) schedule.start();
  }

  async stopSources(): Promise<void> {
    for (const schedule of this.schedules.values()) schedule.stop();
    const sources = [...this.streamSources.values(), ...this.queueSources.values()];
    await Promise.all(sources.map((source) => source.stop()));
  }

  /** Discards what the old template defined, before the new one is provisioned. Data is kept. */
  takeTemplate(assembly: Assembly): void {
    this.options.assembly = assembly;
    this.permissions = [];
    this.triggers = [];
    this.ruleTargets = [];
    for (const map of [
      this.roleStatements,
      this.functionRoles,
      this.streamSources,
      this.queueSources,
      this.schedules,
    ])
      map.clear();
  }

  destroy(): void {
    for (const client of [this.dynamodb, this.streams, this.objects, this.queues, this.cognito, this.secrets])
      client.destroy();
  }
}
