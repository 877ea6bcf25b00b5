/** A resource of a stack. */
export interface SimulatedResource {
  readonly logicalId: string;
  readonly type: string;
  readonly physicalId: string;
  /** Whether it is retained when the stack is deleted. */
  readonly isKept: boolean;
}

export interface SimulatedStack {
  readonly id: string;
  readonly name: string;
  status: string;
  /** The statuses that follow, one at each poll. */
  following: string[];
  isProtected: boolean;
  readonly resources: readonly SimulatedResource[];
}

const dkimRecords =
  'a._domainkey.app.test.com CNAME a.dkim.amazonses.com; b._domainkey.app.test.com CNAME b.dkim.amazonses.com';

/** Contents of a simulated AWS account. By default everything in it is ready for a deployment. */
export class SimulatedAccount {
  credentialsHold = true;
  bootstrapVersion: number | undefined = 30;
  /** Regions without a bootstrap, whatever the others have. */
  readonly bareRegions = new Set<string>();
  isVerifiedForCloudFront = true;
  concurrency = 1000;
  /** Calls a minute of each image service, by region. */
  modelQuotas: Readonly<Record<string, number>> = {};
  /** Calls a minute of other models, by name. */
  otherQuotas: Readonly<Record<string, number>> = {
    'On-demand model inference requests per minute for Stability.ai Stable Diffusion 3.5 Large': 15,
    'Global cross-region model inference tokens per minute for Amazon Nova 2 Lite': 0,
    'Cross-region model inference tokens per minute for Amazon Nova 2 Lite': 8_000_000,
  };
  /** Models with an agreement, as `<region> <model>`; `undefined`: all. */
  agreements: Set<string> | undefined;
  /** Models that this account is not authorised for. */
  readonly refusedModels = new Set<string>();
  /** Models for which AWS Marketplace offers no agreement. */
  readonly unofferedModels = new Set<string>();
  readonly legacyModels = new Set<string>();
  /** Called with each model that is subscribed to. */
  onSubscription: (model: string) => void = () => {};
  /** Number of polls during which a model's new agreement is pending. */
  pendingLooks = 0;
  /**
   * SES identities, each with the number of polls during which it is still unverified. A stack `…-Mail` creates that of
   * `domain`.
   */
  readonly mail = {
    isOutOfSandbox: true,
    enforcement: 'HEALTHY' as 'HEALTHY' | 'PROBATION' | 'SHUTDOWN',
    identities: new Map<string, number>(),
    domain: '',
    looks: 3,
  };
  readonly certificates = new Map<string, { status: string; names: readonly string[] }>();
  /** Rules of web ACLs by their ids. */
  readonly webAcls = new Map<string, readonly object[]>();
  readonly hostedZones = new Map<string, string>();
  /** Records of every hosted zone. */
  readonly records: { readonly name: string; readonly type: string }[] = [];
  /** User pools by the prefix of their hosted domain. */
  readonly hostedDomains = new Map<string, string>();
  readonly secrets = new Set<string>();
  /** Whether the table has certificates to sign pictures with. */
  hasSigningCertificates = true;
  /** Keys of KMS that are not scheduled for deletion. */
  readonly keys = new Set<string>();
  readonly stacks: SimulatedStack[] = [];
  /** Versions of objects by bucket. */
  readonly buckets = new Map<string, { key: string; version: string }[]>();
  readonly tables = new Map<string, { isProtected: boolean }>();
  readonly pools = new Map<string, { isProtected: boolean; users: Set<string> }>();
  readonly logGroups = new Set<string>();
  readonly distributions = new Map<string, { comment: string }>();
  /** How the next creation of a stack ends. */
  nextCreation: 'CREATE_COMPLETE' | 'ROLLBACK_COMPLETE' = 'CREATE_COMPLETE';
  /** Outputs of every deployed stack. */
  outputs: Readonly<Record<string, string>> = {
    SiteUrl: 'https://site.example',
    ApiUrl: 'https://api.example',
    UserPoolId: 'us-east-1_pool',
    UserPoolClientId: 'client',
    StripeSecretArn: 'arn:stripe',
    TableName: 'table',
    SigningKeyArn: 'arn:aws:kms:us-east-1:123456789012:key/signing',
    MediaBucketName: 'media',
  };
  /** Outputs of a stack `…-Edge`. */
  edgeOutputs: Readonly<Record<string, string>> = {
    EdgeCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/edge',
    EdgeWebAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/edge/1',
  };
  /** Template of every stack. */
  template: object = { Resources: {} };
  /** Requests so far, as `<service> <operation>`. */
  readonly calls: string[] = [];

  stack(nameOrId: string): SimulatedStack | undefined {
    return this.stacks.find(
      ({ id, name, status }) => id === nameOrId || (name === nameOrId && status !== 'DELETE_COMPLETE'),
    );
  }

  /** Creates a small stack with all kinds of resources that hold data. */
  createStack(name: string, status = 'CREATE_COMPLETE', isProtected = false): SimulatedStack {
    const id = `arn:aws:cloudformation:us-east-1:123456789012:stack/${name}/${this.stacks.length}`;
    const suffix = this.stacks.length;
    const of = (logicalId: string, type: string, physicalId: string, isKept = true) => ({
      logicalId,
      type,
      physicalId,
      isKept,
    });
    const resources = /-(Mail|Edge)$/.test(name)
      ? []
      : [
          of('DataAccessLogs', 'AWS::S3::Bucket', `logs-${suffix}`),
          of('DataOriginals', 'AWS::S3::Bucket', `originals-${suffix}`),
          of('DataTable', 'AWS::DynamoDB::Table', `table-${suffix}`),
          of('UserPool', 'AWS::Cognito::UserPool', `us-east-1_${suffix}pool`),
          of('AppSecret', 'AWS::SecretsManager::Secret', `app-secret-${suffix}`),
          of('SigningKey', 'AWS::KMS::Key', `key-${suffix}`),
          of('Distribution', 'AWS::CloudFront::Distribution', `E${suffix}`, false),
        ];
    for (const { type, physicalId } of resources) {
      if (type === 'AWS::S3::Bucket')
        this.buckets.set(physicalId, [
          { key: 'a.jpg', version: '1' },
          { key: 'a.jpg', version: '2' },
        ]);
      if (type === 'AWS::DynamoDB::Table') this.tables.set(physicalId, { isProtected: true });
      if (type === 'AWS::Cognito::UserPool')
        this.pools.set(physicalId, { isProtected: true, users: new Set() });
      if (type === 'AWS::SecretsManager::Secret') this.secrets.add(physicalId);
      if (type === 'AWS::KMS::Key') this.keys.add(physicalId);
      if (type === 'AWS::CloudFront::Distribution') this.distributions.set(physicalId, { comment: 'Site' });
    }
    this.logGroups.add(`/aws/lambda/${name}-CustomCDKBucketDeployment`);
    const stack = { id, name, status, following: [], isProtected, resources };
    this.stacks.push(stack);
    return stack;
  }

  /** Outputs of a stack that exists. */
  outputsOf({ name, status }: SimulatedStack): Readonly<Record<string, string>> {
    if (name.endsWith('-Mail')) return { DnsRecords: dkimRecords };
    if (name.endsWith('-Edge')) return this.edgeOutputs;
    const [distribution] = [...this.distributions].find(([, { comment }]) => comment === 'Site') ?? [];
    return /(CREATE|UPDATE)_COMPLETE$/.test(status) && distribution
      ? { ...this.outputs, DistributionId: distribution }
      : {};
  }

  /** Creates or updates a stack; returns its state. */
  deployStack(name: string): string {
    const existing = this.stack(name);
    if (existing?.status === 'ROLLBACK_COMPLETE') return existing.status;
    if (name.endsWith('-Mail')) this.mail.identities.set(this.mail.domain, this.mail.looks);
    // Cognito refuses to send from an identity that is not verified.
    else if ([...this.mail.identities.values()].some((looks) => looks > 0))
      this.nextCreation = 'ROLLBACK_COMPLETE';
    if (existing) existing.status = 'UPDATE_COMPLETE';
    return (existing ?? this.createStack(name, this.nextCreation)).status;
  }

  deleteStack(nameOrId: string): void {
    const stack = this.stack(nameOrId);
    if (!stack) return;
    for (const { type, physicalId, isKept } of stack.resources) {
      if (!isKept && type === 'AWS::CloudFront::Distribution') this.distributions.delete(physicalId);
    }
    stack.status = 'DELETE_IN_PROGRESS';
    stack.following = ['DELETE_COMPLETE'];
  }

  /** Everything that belongs to stages and costs something or holds data. */
  get possessions(): readonly string[] {
    return [
      ...this.buckets.keys(),
      ...this.tables.keys(),
      ...this.pools.keys(),
      ...this.secrets,
      ...this.keys,
      ...this.logGroups,
      ...this.distributions.keys(),
      ...this.stacks.filter(({ status }) => status !== 'DELETE_COMPLETE').map(({ name }) => name),
    ];
  }
}
