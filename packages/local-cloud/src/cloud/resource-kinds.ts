import type { ResourceKind } from './resource-kind.ts';
import { irrelevantKind } from './resource-kind.ts';
import {
  distribution,
  edgeFunction,
  originAccessControl,
  responseHeadersPolicy,
} from './resources/cloudfront.ts';
import {
  identityProvider,
  userPool,
  userPoolClient,
  userPoolDomain,
  userPoolGroup,
} from './resources/cognito.ts';
import { table } from './resources/dynamodb.ts';
import { rule } from './resources/events.ts';
import { api, authorizer, integration, route, stage } from './resources/http-api.ts';
import { policy, role } from './resources/iam.ts';
import { eventSourceMapping, lambdaFunction, permission } from './resources/lambda.ts';
import { bucket, bucketPolicy } from './resources/s3.ts';
import { secret } from './resources/secrets.ts';
import { siteDeployment, siteDeploymentType } from './resources/site-deployment.ts';
import { queue, queuePolicy } from './resources/sqs.ts';

const nobodyWatches = 'There are no metrics and nobody to wake on this machine';

/** Every type of resource that the local cloud understands. Another one stops it. */
export const resourceKinds: Readonly<Record<string, ResourceKind>> = {
  'AWS::ApiGatewayV2::Api': api,
  'AWS::ApiGatewayV2::Authorizer': authorizer,
  'AWS::ApiGatewayV2::Integration': integration,
  'AWS::ApiGatewayV2::Route': route,
  'AWS::ApiGatewayV2::Stage': stage,
  'AWS::CDK::Metadata': irrelevantKind('Statistics for the authors of CDK'),
  'AWS::CloudFront::Distribution': distribution,
  'AWS::CloudFront::Function': edgeFunction,
  'AWS::CloudFront::OriginAccessControl': originAccessControl,
  'AWS::CloudFront::ResponseHeadersPolicy': responseHeadersPolicy,
  'AWS::CloudWatch::Alarm': irrelevantKind(nobodyWatches, ['Arn']),
  'AWS::CloudWatch::Dashboard': irrelevantKind(nobodyWatches),
  'AWS::Cognito::UserPool': userPool,
  'AWS::Cognito::UserPoolClient': userPoolClient,
  'AWS::Cognito::UserPoolDomain': userPoolDomain,
  'AWS::Cognito::UserPoolGroup': userPoolGroup,
  'AWS::Cognito::UserPoolIdentityProvider': identityProvider,
  'AWS::DynamoDB::Table': table,
  'AWS::Events::Rule': rule,
  'AWS::IAM::Policy': policy,
  'AWS::IAM::Role': role,
  'AWS::Lambda::EventSourceMapping': eventSourceMapping,
  'AWS::Lambda::Function': lambdaFunction,
  'AWS::Lambda::LayerVersion': irrelevantKind(
    "Holds the AWS CLI for CDK's deployment function, which we replace",
  ),
  'AWS::Lambda::Permission': permission,
  'AWS::Logs::LogGroup': irrelevantKind('Logs go to .local/logs', ['Arn']),
  'AWS::Logs::MetricFilter': irrelevantKind(nobodyWatches),
  'AWS::S3::Bucket': bucket,
  'AWS::S3::BucketPolicy': bucketPolicy,
  'AWS::SNS::Subscription': irrelevantKind(nobodyWatches),
  'AWS::SNS::Topic': irrelevantKind(nobodyWatches, ['TopicArn', 'TopicName']),
  'AWS::SNS::TopicPolicy': irrelevantKind(nobodyWatches),
  'AWS::SQS::Queue': queue,
  'AWS::SQS::QueuePolicy': queuePolicy,
  'AWS::SecretsManager::Secret': secret,
  [siteDeploymentType]: siteDeployment,
};
