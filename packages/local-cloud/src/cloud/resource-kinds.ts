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
import { key } from './resources/kms.ts';
import {
  alias,
  eventInvokeConfig,
  eventSourceMapping,
  lambdaFunction,
  permission,
  version,
} from './resources/lambda.ts';
import { bucket, bucketPolicy } from './resources/s3.ts';
import { secret } from './resources/secrets.ts';
import { siteDeployment, siteDeploymentType } from './resources/site-deployment.ts';
import { queue, queuePolicy } from './resources/sqs.ts';

const noMetrics = 'No metrics here';
const noFirewall = 'No firewall here';
const noShifts = 'Traffic is not shifted';
const noTopics = 'SNS delivers nothing here';

/** Every resource type that the local cloud supports. Other types stop the start. */
export const resourceKinds: Readonly<Record<string, ResourceKind>> = {
  'AWS::ApiGatewayV2::Api': api,
  'AWS::ApiGatewayV2::Authorizer': authorizer,
  'AWS::ApiGatewayV2::Integration': integration,
  'AWS::ApiGatewayV2::Route': route,
  'AWS::ApiGatewayV2::Stage': stage,
  'AWS::Budgets::Budget': irrelevantKind('Nothing costs money here'),
  'AWS::CDK::Metadata': irrelevantKind('Usage statistics'),
  'AWS::CertificateManager::Certificate': irrelevantKind('The site is plain HTTP'),
  'AWS::CloudFront::Distribution': distribution,
  'AWS::CloudFront::Function': edgeFunction,
  'AWS::CloudFront::OriginAccessControl': originAccessControl,
  'AWS::CloudFront::ResponseHeadersPolicy': responseHeadersPolicy,
  'AWS::CloudWatch::Alarm': irrelevantKind(noMetrics, ['Arn']),
  'AWS::CloudWatch::Dashboard': irrelevantKind(noMetrics),
  'AWS::CodeDeploy::Application': irrelevantKind(noShifts),
  'AWS::CodeDeploy::DeploymentGroup': irrelevantKind(noShifts),
  'AWS::Cognito::UserPool': userPool,
  'AWS::Cognito::UserPoolClient': userPoolClient,
  'AWS::Cognito::UserPoolDomain': userPoolDomain,
  'AWS::Cognito::UserPoolGroup': userPoolGroup,
  'AWS::Cognito::UserPoolIdentityProvider': identityProvider,
  'AWS::DynamoDB::Table': table,
  'AWS::Events::Rule': rule,
  'AWS::IAM::Policy': policy,
  'AWS::IAM::Role': role,
  'AWS::KMS::Key': key,
  'AWS::Lambda::Alias': alias,
  'AWS::Lambda::EventInvokeConfig': eventInvokeConfig,
  'AWS::Lambda::EventSourceMapping': eventSourceMapping,
  'AWS::Lambda::Function': lambdaFunction,
  'AWS::Lambda::LayerVersion': irrelevantKind("No layers, except that of CDK's deployment function"),
  'AWS::Lambda::Permission': permission,
  'AWS::Lambda::Version': version,
  'AWS::Logs::LogGroup': irrelevantKind('Logs are files', ['Arn']),
  'AWS::Logs::MetricFilter': irrelevantKind(noMetrics),
  'AWS::Route53::RecordSet': irrelevantKind('No domains here'),
  'AWS::S3::Bucket': bucket,
  'AWS::S3::BucketPolicy': bucketPolicy,
  'AWS::SNS::Subscription': irrelevantKind(noTopics),
  'AWS::SNS::Topic': irrelevantKind(noTopics, ['TopicArn', 'TopicName']),
  'AWS::SNS::TopicPolicy': irrelevantKind(noTopics),
  'AWS::SQS::Queue': queue,
  'AWS::SQS::QueuePolicy': queuePolicy,
  'AWS::SecretsManager::Secret': secret,
  'AWS::WAFv2::WebACL': irrelevantKind(noFirewall, ['Arn']),
  'AWS::WAFv2::WebACLAssociation': irrelevantKind(noFirewall),
  [siteDeploymentType]: siteDeployment,
};
