import * as z from 'zod';

/**
 * The settings of pools and clients that this engine understands, as CreateUserPool and CreateUserPoolClient take
 * them. The objects are strict: an unlisted setting is refused.
 */

const functionArn = z.string().startsWith('arn:');

const passwordPolicy = z.strictObject({
  MinimumLength: z.int().min(6).max(99).default(8),
  RequireUppercase: z.boolean().default(false),
  RequireLowercase: z.boolean().default(false),
  RequireNumbers: z.boolean().default(false),
  RequireSymbols: z.boolean().default(false),
  TemporaryPasswordValidityDays: z.int().min(0).max(365).default(7),
});

/** One attribute of a pool's schema; the names of custom ones come without `custom:`. */
const schemaAttribute = z.strictObject({
  Name: z.string().min(1).max(20),
  AttributeDataType: z.enum(['String', 'Number', 'DateTime', 'Boolean']).default('String'),
  DeveloperOnlyAttribute: z.literal(false).optional(),
  Mutable: z.boolean().default(true),
  Required: z.boolean().default(false),
  StringAttributeConstraints: z
    .strictObject({ MinLength: z.string().optional(), MaxLength: z.string().optional() })
    .optional(),
  NumberAttributeConstraints: z
    .strictObject({ MinValue: z.string().optional(), MaxValue: z.string().optional() })
    .optional(),
});

/** Settings that UpdateUserPool replaces as a whole: omitted ones return to their defaults, as on AWS. */
const changeablePoolSettings = {
  Policies: z
    .strictObject({
      PasswordPolicy: passwordPolicy.optional(),
      SignInPolicy: z
        .strictObject({ AllowedFirstAuthFactors: z.tuple([z.literal('PASSWORD')]).optional() })
        .optional(),
    })
    .optional(),
  DeletionProtection: z.enum(['ACTIVE', 'INACTIVE']).default('INACTIVE'),
  LambdaConfig: z
    .strictObject({
      PreSignUp: functionArn.optional(),
      PostConfirmation: functionArn.optional(),
      CustomMessage: functionArn.optional(),
    })
    .optional(),
  AutoVerifiedAttributes: z.array(z.literal('email')).optional(),
  SmsVerificationMessage: z.string().optional(),
  EmailVerificationMessage: z.string().optional(),
  EmailVerificationSubject: z.string().optional(),
  VerificationMessageTemplate: z
    .strictObject({
      DefaultEmailOption: z.literal('CONFIRM_WITH_CODE').optional(),
      EmailMessage: z.string().includes('{####}').optional(),
      EmailSubject: z.string().optional(),
      SmsMessage: z.string().optional(),
    })
    .optional(),
  UserAttributeUpdateSettings: z
    .strictObject({ AttributesRequireVerificationBeforeUpdate: z.array(z.literal('email')).optional() })
    .optional(),
  MfaConfiguration: z.enum(['OFF', 'OPTIONAL']).optional(),
  EmailConfiguration: z
    .strictObject({
      EmailSendingAccount: z.enum(['COGNITO_DEFAULT', 'DEVELOPER']).optional(),
      SourceArn: z.string().optional(),
      From: z.string().optional(),
      ReplyToEmailAddress: z.string().optional(),
      ConfigurationSet: z.string().optional(),
    })
    .optional(),
  UserPoolTags: z.record(z.string(), z.string()).optional(),
  AdminCreateUserConfig: z
    .strictObject({
      AllowAdminCreateUserOnly: z.boolean().optional(),
      UnusedAccountValidityDays: z.int().optional(),
      InviteMessageTemplate: z
        .strictObject({
          EmailMessage: z.string().optional(),
          EmailSubject: z.string().optional(),
          SMSMessage: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
  UserPoolAddOns: z.strictObject({ AdvancedSecurityMode: z.enum(['OFF', 'AUDIT', 'ENFORCED']) }).optional(),
  AccountRecoverySetting: z
    .strictObject({
      RecoveryMechanisms: z
        .array(
          z.strictObject({
            Name: z.enum(['verified_email', 'verified_phone_number', 'admin_only']),
            Priority: z.int(),
          }),
        )
        .optional(),
    })
    .optional(),
  UserPoolTier: z.enum(['LITE', 'ESSENTIALS', 'PLUS']).default('ESSENTIALS'),
};

/** Input of CreateUserPool. Every pool here signs its users in by e-mail, in any case of letters. */
export const createUserPoolInput = z.strictObject({
  PoolName: z.string().min(1).max(128),
  UsernameAttributes: z.tuple([z.literal('email')]),
  UsernameConfiguration: z.strictObject({ CaseSensitive: z.literal(false) }).optional(),
  Schema: z.array(schemaAttribute).optional(),
  ...changeablePoolSettings,
});

export const updateUserPoolInput = z.strictObject({
  UserPoolId: z.string(),
  PoolName: z.string().min(1).max(128).optional(),
  ...changeablePoolSettings,
});

export type PoolSettings = z.output<typeof createUserPoolInput>;

const timeUnit = z.enum(['seconds', 'minutes', 'hours', 'days']);

const clientSettings = {
  RefreshTokenValidity: z.int().min(0).optional(),
  AccessTokenValidity: z.int().min(1).optional(),
  IdTokenValidity: z.int().min(1).optional(),
  TokenValidityUnits: z
    .strictObject({
      AccessToken: timeUnit.optional(),
      IdToken: timeUnit.optional(),
      RefreshToken: timeUnit.optional(),
    })
    .optional(),
  ReadAttributes: z.array(z.string()).optional(),
  WriteAttributes: z.array(z.string()).optional(),
  ExplicitAuthFlows: z
    .array(
      z.enum([
        'ALLOW_ADMIN_USER_PASSWORD_AUTH',
        'ALLOW_USER_PASSWORD_AUTH',
        'ALLOW_USER_SRP_AUTH',
        'ALLOW_REFRESH_TOKEN_AUTH',
      ]),
    )
    .default(['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']),
  SupportedIdentityProviders: z.array(z.string()).optional(),
  CallbackURLs: z.array(z.string()).optional(),
  LogoutURLs: z.array(z.string()).optional(),
  DefaultRedirectURI: z.string().optional(),
  AllowedOAuthFlows: z.array(z.enum(['code', 'implicit', 'client_credentials'])).optional(),
  AllowedOAuthScopes: z.array(z.string()).optional(),
  AllowedOAuthFlowsUserPoolClient: z.boolean().optional(),
  PreventUserExistenceErrors: z.enum(['LEGACY', 'ENABLED']).default('LEGACY'),
  EnableTokenRevocation: z.boolean().default(true),
  EnablePropagateAdditionalUserContextData: z.literal(false).optional(),
  AuthSessionValidity: z.int().min(3).max(15).default(3),
};

/** Input of CreateUserPoolClient. Clients here are public: one with a secret is refused. */
export const createUserPoolClientInput = z.strictObject({
  UserPoolId: z.string(),
  ClientName: z.string().min(1).max(128),
  GenerateSecret: z.literal(false).optional(),
  ...clientSettings,
});

export const updateUserPoolClientInput = z.strictObject({
  UserPoolId: z.string(),
  ClientId: z.string(),
  ClientName: z.string().min(1).max(128).optional(),
  ...clientSettings,
});

export type ClientSettings = Omit<z.output<typeof createUserPoolClientInput>, 'GenerateSecret'>;

/** The policy in force: the pool's own or Cognito's default (8 characters, one of each kind). */
export const passwordPolicyOf = (settings: PoolSettings): z.output<typeof passwordPolicy> =>
  settings.Policies?.PasswordPolicy ?? {
    MinimumLength: 8,
    RequireUppercase: true,
    RequireLowercase: true,
    RequireNumbers: true,
    RequireSymbols: true,
    TemporaryPasswordValidityDays: 7,
  };
