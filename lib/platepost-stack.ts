import { CfnOutput, CfnParameter, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { FunctionName } from '#shared/environment.ts';
import { Alarms } from './alarms.ts';
import { Api } from './api.ts';
import { Billing } from './billing.ts';
import { Canary } from './canary.ts';
import type { Config } from './config.ts';
import { Dashboard } from './dashboard.ts';
import { Data } from './data.ts';
import { Domain } from './domain.ts';
import { type EdgeSettings, edgeParameters } from './edge-settings.ts';
import { Firewall } from './firewall.ts';
import {
  apiFunctions,
  functionCreator,
  tasksFunction,
  triggerFunctions,
  workerFunctions,
} from './functions.ts';
import { Generation, GenerationQueues } from './generation.ts';
import { Identity } from './identity.ts';
import { acknowledgeNagRules } from './nag-acknowledgements.ts';
import { grantPermissions } from './permissions.ts';
import { rollbackAlarms } from './rollback-alarms.ts';
import { variablesOf } from './variables.ts';
import { Website } from './website.ts';

interface PlatePostStackProps extends StackProps {
  readonly config: Config;
  /** Settings of the edge stack, for a stage outside us-east-1: its outputs are parameters of this stack. */
  readonly edge?: EdgeSettings | undefined;
  /** The folder with the code of each function. */
  readonly bundles: Readonly<Record<FunctionName, string>>;
}

/** The whole product: `cdk deploy` deploys this template to AWS, `npm start` runs it on this machine. */
export class PlatePostStack extends Stack {
  constructor(scope: Construct, id: string, props: PlatePostStackProps) {
    super(scope, id, props);
    const { config, edge, bundles } = props;

    const data = new Data(this, 'Data', config);
    const queues = new GenerationQueues(this, 'Queues');
    const { stripeSecret } = new Billing(this, 'Billing');

    const create = functionCreator(this, bundles, config);
    const variables = variablesOf({ config, data, queues, stripeSecret });
    const triggers = triggerFunctions(create, variables);
    const firewall = new Firewall(this, 'Firewall', {
      ...config,
      edgeAclArn: edge?.webAcl ? this.edgeParameter(edgeParameters.webAcl) : undefined,
    });
    const domain =
      config.domain &&
      new Domain(
        this,
        'Domain',
        config.domain,
        edge?.domain && this.edgeParameter(edgeParameters.certificate),
      );
    const identity = new Identity(this, 'Identity', {
      config,
      ...triggers,
      webAclArn: firewall.userPool,
    });
    const userVariables = { ...variables, USER_POOL_ID: identity.userPool.userPoolId };
    const requested = apiFunctions(create, userVariables);
    const tasks = tasksFunction(create, userVariables);
    const workers = workerFunctions(create, userVariables);
    const statsProjector = create('statsProjector', userVariables);

    const canary = new Canary(this, 'Canary', config.canary);
    const api = new Api(this, 'Api', {
      identity,
      functions: canary.ofEach(requested),
      logRetention: config.logRetentionDays,
    });
    const website = new Website(this, 'Website', {
      config,
      data,
      identity,
      api,
      domain,
      webAclArn: firewall.distribution,
    });
    domain?.pointTo(this, website.distribution);
    identity.returnTo(website.url);
    // The distribution depends on the API's functions, so that only a function outside the API may refer to it.
    const reconciler = create(
      'reconciler',
      {
        ...userVariables,
        SITE_URL: website.url,
        DISTRIBUTION_ID: website.distribution.distributionId,
      },
      { timeout: Duration.seconds(55) },
    );
    new Generation(this, 'Generation', {
      concurrency: config.concurrency,
      data,
      queues,
      functions: {
        ...workers,
        ...canary.ofEach({
          worker: workers.worker,
          menuWorker: workers.menuWorker,
          photoWorker: workers.photoWorker,
        }),
        ...{ reconciler, statsProjector, tasks },
      },
    });

    const functions = { ...requested, tasks, ...triggers, ...workers, reconciler, statsProjector };
    grantPermissions(this, {
      ...{ config, functions, data, queues, identity, stripeSecret },
      distribution: website.distribution,
    });

    const { byName } = new Alarms(this, 'Alarms', {
      config,
      functions,
      queues,
      api,
      distribution: website.distribution,
    });
    new Dashboard(this, 'Dashboard', { functions, queues, api });
    canary.rollBackOn(rollbackAlarms.map((name) => byName.get(name)));
    acknowledgeNagRules(this, {
      ...{ data, queues, stripeSecret, identity, api, website, functions, canary },
      sesRegion: config.email?.sesRegion,
    });

    const outputs = {
      SiteUrl: website.url,
      DistributionDomain: website.distribution.distributionDomainName,
      // The alarm of the edge stack watches this distribution.
      DistributionId: edge && website.distribution.distributionId,
      ApiUrl: api.httpApi.apiEndpoint,
      UserPoolId: identity.userPool.userPoolId,
      UserPoolClientId: identity.client.userPoolClientId,
      StripeSecretArn: stripeSecret.secretArn,
      SigningKeyArn: data.signingKey?.keyArn,
      TableName: data.table.tableName,
      MediaBucketName: data.media.bucketName,
    };
    for (const [name, value] of Object.entries(outputs))
      if (value !== undefined) new CfnOutput(this, name, { value });
  }

  /** A parameter with an output of the edge stack, which the deployment passes on. */
  private edgeParameter(name: string): string {
    return new CfnParameter(this, name, { type: 'String' }).valueAsString;
  }
}
