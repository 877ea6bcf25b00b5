import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import type { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, it } from 'vitest';
import { synthesized } from './synthesized.ts';

const social = {
  domainPrefix: 'platepost-test',
  google: { clientId: 'google-client', clientSecretName: 'platepost/google' },
  apple: {
    servicesId: 'com.example.site',
    teamId: 'TEAM',
    keyId: 'KEY',
    privateKeySecretName: 'platepost/apple',
  },
};

/** `config.json` of the site, with `true` for each value that is known only when it is deployed. */
function siteConfig(app: App): Record<string, unknown> {
  const [path = ''] = globSync('*/config.json', { cwd: app.outdir });
  return JSON.parse(readFileSync(join(app.outdir, path), 'utf8').replace(/<<marker:[^>]*>>/g, 'true'));
}

it('has neither social providers nor a hosted domain until they are configured', async () => {
  const { app, ofType } = await synthesized();
  expect(siteConfig(app)).toMatchObject({ social: [] });
  expect(siteConfig(app)).not.toHaveProperty('hostedDomain');
  expect(ofType('AWS::Cognito::UserPoolClient')[0]?.[1].Properties).not.toHaveProperty('CallbackURLs');
  expect(ofType('AWS::Cognito::UserPoolIdentityProvider')).toEqual([]);
  expect(ofType('AWS::Cognito::UserPoolDomain')).toEqual([]);
  expect(ofType('AWS::Cognito::UserPoolClient')[0]?.[1].Properties).toMatchObject({
    GenerateSecret: false,
    ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    SupportedIdentityProviders: ['COGNITO'],
  });
});

// V10.4.1, V10.4.4, V10.4.11
it('adds Google, Apple and the hosted domain with their settings, without a cycle', async () => {
  const { app, ofType, resources } = await synthesized({ social });
  expect(siteConfig(app)).toMatchObject({ social: ['Google', 'SignInWithApple'] });
  expect(siteConfig(app)).toHaveProperty('hostedDomain', true);
  const providers = ofType('AWS::Cognito::UserPoolIdentityProvider').map(([, p]) => p.Properties);
  expect(providers.map((p) => p?.ProviderName).sort()).toEqual(['Google', 'SignInWithApple']);
  for (const provider of providers)
    expect(provider?.AttributeMapping).toMatchObject({ email: 'email', email_verified: 'email_verified' });
  expect(providers.find((p) => p?.ProviderName === 'Google')?.AttributeMapping).toMatchObject({
    picture: 'picture',
  });
  expect(ofType('AWS::Cognito::UserPoolDomain')).toHaveLength(1);
  const [distribution] = ofType('AWS::CloudFront::Distribution').map(([id]) => id);
  const onSite = (path: string) => ({
    'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distribution, 'DomainName'] }, path]],
  });
  // C3.42, V10.6.1
  expect(ofType('AWS::Cognito::UserPoolClient')[0]?.[1].Properties).toMatchObject({
    CallbackURLs: [onSite('/')],
    LogoutURLs: [onSite('/signed-out')],
    AllowedOAuthFlows: ['code'],
    SupportedIdentityProviders: ['COGNITO', 'Google', 'SignInWithApple'],
  });
  // The secrets stay references that only the deployment resolves.
  expect(JSON.stringify(resources)).toContain('{{resolve:secretsmanager:platepost/google');
  const csp = JSON.stringify(ofType('AWS::CloudFront::ResponseHeadersPolicy'));
  expect(csp).toContain('amazoncognito');
});

it('puts the site on its own domain behind the web ACL with TLS 1.2, and mail through SES', async () => {
  const { app, template } = await synthesized({
    stage: 'production',
    deletionProtection: true,
    alarmEmail: 'alarms@platepost.example',
    email: { from: 'hello@platepost.example', sesRegion: 'eu-west-2', sesDomain: 'platepost.example' },
    domain: {
      name: 'platepost.example',
      certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/11111111-1111-1111-1111-111111111111',
    },
    webAclArns: {
      distribution: 'arn:aws:wafv2:us-east-1:111111111111:global/webacl/site/1',
      userPool: 'arn:aws:wafv2:eu-west-2:111111111111:regional/webacl/pool/1',
    },
    social,
  });
  template.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      Aliases: ['platepost.example'],
      WebACLId: 'arn:aws:wafv2:us-east-1:111111111111:global/webacl/site/1',
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
    },
  });
  template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
    CallbackURLs: ['https://platepost.example/'],
  });
  template.hasResourceProperties('AWS::Cognito::UserPool', {
    DeletionProtection: 'ACTIVE',
    EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' },
  });
  template.hasResourceProperties('AWS::DynamoDB::Table', { DeletionProtectionEnabled: true });
  template.resourcePropertiesCountIs(
    'AWS::Lambda::Function',
    { Environment: { Variables: { STAFF_SECOND_FACTOR: 'required' } } },
    3,
  );
  template.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email' });
  // T1.D1, T7.D1, V12.1.1
  expect(new AwsSolutionsChecks(app).validateScope(app).violations.map((v) => v.ruleName)).toEqual([]);
});

it('lets people use an authenticator app, and requires it of staff where it is set', async () => {
  const usesOf = (template: Template) => {
    const policies = JSON.stringify(template.findResources('AWS::IAM::Policy'));
    return policies.split('cognito-idp:AdminGetUser').length - 1;
  };
  const optional = (await synthesized({})).template;
  optional.hasResourceProperties('AWS::Cognito::UserPool', {
    MfaConfiguration: 'OPTIONAL',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
  });
  const required = (await synthesized({ staffSecondFactor: 'required' })).template;
  expect(usesOf(required) - usesOf(optional)).toBe(3);
});
