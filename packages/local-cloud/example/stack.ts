import { join } from 'node:path';
import { App, CfnOutput, Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { AllowedMethods, CachePolicy, Distribution, OriginRequestPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Queue } from 'aws-cdk-lib/aws-sqs';

const folder = (name: string) => join(import.meta.dirname, name);

/** Synthesizes a link shortener into `outdir`: a site, an API, a table, and a queue that counts visits. */
export function synthesizeExample(outdir: string): string {
  const app = new App({ outdir });
  const stack = new Stack(app, 'ShortLinks');

  const table = new Table(stack, 'Links', {
    partitionKey: { name: 'code', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const visits = new Queue(stack, 'Visits', {
    visibilityTimeout: Duration.seconds(30),
    deadLetterQueue: { queue: new Queue(stack, 'FailedVisits'), maxReceiveCount: 3 },
  });

  const links = new LambdaFunction(stack, 'LinksFunction', {
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: Code.fromAsset(folder('functions/links')),
    environment: { TABLE_NAME: table.tableName, QUEUE_URL: visits.queueUrl },
  });
  table.grantReadWriteData(links);
  visits.grantSendMessages(links);

  const countVisits = new LambdaFunction(stack, 'CountVisitsFunction', {
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: Code.fromAsset(folder('functions/count-visits')),
    environment: { TABLE_NAME: table.tableName },
  });
  table.grant(countVisits, 'dynamodb:UpdateItem');
  countVisits.addEventSource(new SqsEventSource(visits, { reportBatchItemFailures: true }));

  const api = new HttpApi(stack, 'Api');
  const integration = new HttpLambdaIntegration('Links', links);
  api.addRoutes({ path: '/api/links', methods: [HttpMethod.POST], integration });
  api.addRoutes({ path: '/api/links/{code}', methods: [HttpMethod.GET], integration });
  api.addRoutes({ path: '/to/{code}', methods: [HttpMethod.GET], integration });

  const siteBucket = new Bucket(stack, 'Site');
  const apiOrigin = new HttpOrigin(Fn.select(2, Fn.split('/', api.apiEndpoint)));
  const uncached = {
    origin: apiOrigin,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  };
  const distribution = new Distribution(stack, 'Distribution', {
    defaultRootObject: 'index.html',
    defaultBehavior: { origin: S3BucketOrigin.withOriginAccessControl(siteBucket) },
    additionalBehaviors: { '/api/*': uncached, '/to/*': uncached },
  });
  new BucketDeployment(stack, 'DeploySite', {
    sources: [Source.asset(folder('site'))],
    destinationBucket: siteBucket,
    distribution,
  });
  new CfnOutput(stack, 'SiteBucketName', { value: siteBucket.bucketName });

  app.synth();
  return outdir;
}
