import { Duration, Fn, Lazy, RemovalPolicy, SecretValue } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnUserPoolGroup,
  FeaturePlan,
  Mfa,
  OAuthScope,
  ProviderAttribute,
  StringAttribute,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  type UserPoolDomain,
  UserPoolEmail,
  UserPoolIdentityProviderApple,
  UserPoolIdentityProviderGoogle,
  UserPoolOperation,
  VerificationEmailStyle,
} from 'aws-cdk-lib/aws-cognito';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { brand } from '#shared/brand.ts';
import { comeBackTo, emailOwners } from '#shared/domain/sign-in.ts';
import type { Config } from './config.ts';

interface IdentityProps {
  readonly config: Config;
  readonly preSignUp: IFunction;
  readonly postConfirmation: IFunction;
  readonly customMessage: IFunction;
  /** ARN of a web ACL with the scope REGIONAL. */
  readonly webAclArn: string | undefined;
}

/** The user pool, its site client, the groups and, when configured, Google and Apple. */
export class Identity extends Construct {
  readonly userPool: UserPool;
  readonly client: UserPoolClient;
  /** Cognito's hosted domain, only with social sign-in. */
  readonly domain: UserPoolDomain | undefined;
  /** Names of the social providers, as Amplify spells them. */
  readonly social: readonly ('Google' | 'SignInWithApple')[];
  /** Origin of the site, to which the providers redirect. */
  private siteUrl: string | undefined;

  constructor(scope: Construct, id: string, props: IdentityProps) {
    super(scope, id);
    const { config } = props;

    this.userPool = new UserPool(this, 'UserPool', {
      featurePlan: config.userPoolTier === 'lite' ? FeaturePlan.LITE : FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      standardAttributes: {
        email: { required: true, mutable: true },
        fullname: { required: false, mutable: true },
        profilePicture: { required: false, mutable: true },
      },
      customAttributes: { company_name: new StringAttribute({ mutable: true, maxLen: 200 }) },
      passwordPolicy: {
        minLength: config.passwordMinLength,
        requireDigits: false,
        requireLowercase: false,
        requireUppercase: false,
        requireSymbols: false,
        tempPasswordValidity: Duration.days(3),
      },
      // Users may protect their account with an authenticator app; the back office may require one of staff.
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false, email: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      keepOriginal: { email: true },
      userVerification: {
        emailStyle: VerificationEmailStyle.CODE,
        emailSubject: `Your ${brand.name} code`,
        emailBody: 'Your code is {####}',
      },
      ...(config.email && {
        email: UserPoolEmail.withSES({
          fromEmail: config.email.from,
          fromName: brand.name,
          sesRegion: config.email.sesRegion,
          sesVerifiedDomain: config.email.sesDomain,
        }),
      }),
      deletionProtection: config.deletionProtection,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.userPool.addTrigger(UserPoolOperation.PRE_SIGN_UP, props.preSignUp);
    this.userPool.addTrigger(UserPoolOperation.POST_CONFIRMATION, props.postConfirmation);
    this.userPool.addTrigger(UserPoolOperation.CUSTOM_MESSAGE, props.customMessage);

    for (const [groupName, precedence] of [
      ['super_admin', 0],
      ['admin', 1],
      [emailOwners, 2],
    ] as const)
      new CfnUserPoolGroup(this, `Group-${groupName}`, {
        userPoolId: this.userPool.userPoolId,
        groupName,
        precedence,
      });

    const providers = this.addSocialProviders(config);
    this.grantTrigger('OneAccount', props.preSignUp, [
      'cognito-idp:ListUsers',
      ...(config.social
        ? ['cognito-idp:AdminGetUser', 'cognito-idp:AdminDeleteUser', 'cognito-idp:AdminLinkProviderForUser']
        : []),
    ]);
    this.grantTrigger('EndForeignAccess', props.postConfirmation, [
      'cognito-idp:AdminAddUserToGroup',
      'cognito-idp:AdminSetUserMFAPreference',
      'cognito-idp:AdminSetUserPassword',
      'cognito-idp:AdminUpdateUserAttributes',
      'cognito-idp:AdminUserGlobalSignOut',
    ]);
    const onSite = (path: string) => Lazy.string({ produce: () => this.siteUrl && `${this.siteUrl}${path}` });
    this.social = providers.names;
    this.domain = providers.domain;

    this.client = new UserPoolClient(this, 'SiteClient', {
      userPool: this.userPool,
      generateSecret: false,
      authFlows: { userSrp: true },
      disableOAuth: !config.social,
      ...(config.social && {
        oAuth: {
          flows: { authorizationCodeGrant: true },
          // Without the scope of the user pool's API: only a sign-in by password, which may ask for a code, gets it.
          scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
          callbackUrls: [onSite(comeBackTo.signedIn)],
          logoutUrls: [onSite(comeBackTo.signedOut)],
        },
      }),
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO, ...providers.clientProviders],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
    });
    for (const resource of providers.resources) this.client.node.addDependency(resource);

    if (props.webAclArn)
      new CfnWebACLAssociation(this, 'WebAcl', {
        resourceArn: this.userPool.userPoolArn,
        webAclArn: props.webAclArn,
      });
  }

  /**
   * Sets the site to which people return from a provider. Set later, because the site itself needs the pool and its
   * client.
   */
  returnTo(siteUrl: string): void {
    this.siteUrl = siteUrl;
  }

  /**
   * Grants a trigger actions on the pool in a policy of their own: in the function's default policy the pool's ARN
   * would create a cycle (pool → trigger → role → policy → pool).
   */
  private grantTrigger(id: string, { role }: IFunction, actions: string[]): void {
    if (!role) throw new Error('A trigger has no role');
    const statement = new PolicyStatement({ actions, resources: [this.userPool.userPoolArn] });
    new Policy(this, id, { roles: [role], statements: [statement] });
  }

  private addSocialProviders(config: Config) {
    const { social } = config;
    const names: ('Google' | 'SignInWithApple')[] = [];
    const clientProviders: UserPoolClientIdentityProvider[] = [];
    const resources: Construct[] = [];
    if (!social) return { names, clientProviders, resources, domain: undefined };
    const attributeMapping = {
      email: ProviderAttribute.GOOGLE_EMAIL,
      fullname: ProviderAttribute.GOOGLE_NAME,
    };
    if (social.google) {
      resources.push(
        new UserPoolIdentityProviderGoogle(this, 'Google', {
          userPool: this.userPool,
          clientId: social.google.clientId,
          clientSecretValue: secretOf(social.google.clientSecretName, social.google.secretVersion),
          scopes: ['openid', 'email', 'profile'],
          attributeMapping: {
            ...attributeMapping,
            emailVerified: ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
            profilePicture: ProviderAttribute.GOOGLE_PICTURE,
          },
        }),
      );
      names.push('Google');
      clientProviders.push(UserPoolClientIdentityProvider.GOOGLE);
    }
    if (social.apple) {
      resources.push(
        new UserPoolIdentityProviderApple(this, 'Apple', {
          userPool: this.userPool,
          clientId: social.apple.servicesId,
          teamId: social.apple.teamId,
          keyId: social.apple.keyId,
          privateKeyValue: secretOf(social.apple.privateKeySecretName, social.apple.secretVersion),
          scopes: ['name', 'email'],
          attributeMapping: {
            email: ProviderAttribute.APPLE_EMAIL,
            emailVerified: ProviderAttribute.APPLE_EMAIL_VERIFIED,
            fullname: ProviderAttribute.APPLE_NAME,
          },
        }),
      );
      names.push('SignInWithApple');
      clientProviders.push(UserPoolClientIdentityProvider.APPLE);
    }
    const domain = this.userPool.addDomain('HostedDomain', {
      cognitoDomain: { domainPrefix: social.domainPrefix },
    });
    return { names, clientProviders, resources, domain };
  }

  /** Host of the user pool's API and keys, derived from the pool so that it is not hard-coded. */
  get issuerHost(): string {
    return hostOf(this.userPool.userPoolProviderUrl);
  }
}

function secretOf(name: string, versionId: string | undefined): SecretValue {
  return SecretValue.secretsManager(name, versionId === undefined ? {} : { versionId });
}

/** Host (and port) of a URL that is known only at deployment. */
export function hostOf(url: string): string {
  return Fn.select(2, Fn.split('/', url));
}
