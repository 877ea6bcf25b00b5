import * as z from 'zod';
import { pushServices } from '#shared/domain/push-services.ts';

/**
 * US dollars a day that production may spend on the models: 20 dollars are about a hundred prompt tests or 8,000 posts,
 * 50 are about 700 photos.
 */
export const productionBudget = { free: 50, starter: 200, pro: 500, promptTests: 20, photos: 50, posts: 20 };

const trialBudget = { free: 5, starter: 5, pro: 5, promptTests: 5, photos: 5, posts: 5 };

const imageRegions = ['us-east-1', 'us-east-2', 'us-west-2'] as const;

/** How many runs of a function a queue may have at once. */
const runsAtOnce = (standard: number) =>
  z
    .int()
    .min(2, 'Lambda lets a queue have two runs at once, not fewer')
    .max(1000, 'Lambda lets a queue have 1,000 runs at once, not more')
    .default(standard);

/**
 * Deployment settings, read from `settings/<stage>.json` (`-c stage=<stage>`) or from the `platepost` object in cdk.json,
 * and validated before anything is synthesized. Every setting has a default that is safe to try out;
 * `stage: 'production'` refuses to synthesize until what real customers need is given, and protects the stack itself
 * from deletion (lib/synthesize.ts).
 */
const configSchema = z
  .strictObject({
    stage: z.enum(['development', 'production']).default('development'),
    /** Region of the stack; without it, that of the shell. What CloudFront reads in us-east-1 stands in a stack there. */
    region: z.string().optional(),
    /**
     * Own domain of the site. The id of its hosted zone in Route 53 is enough: certificate and records are made.
     * Elsewhere, name a certificate in us-east-1; the output `DnsRecords` says what to set. `mail` makes an SES identity
     * of the domain with DKIM, for `email`, in a stack of its own.
     */
    domain: z
      .strictObject({
        name: z.string(),
        hostedZoneId: z.string().optional(),
        certificateArn: z.string().optional(),
        mail: z.boolean().default(false),
      })
      .optional(),
    /** Where customers write to; it stands in mails, on share pages and in the legal texts. */
    supportEmail: z.email('supportEmail is no e-mail address').optional(),
    /**
     * For how long browsers refuse the site without TLS, and whether its subdomains too. Nobody can take it back, so that
     * it begins with a day.
     */
    strictTransport: z
      .strictObject({
        days: z.int().min(1).max(730).default(1),
        subdomains: z.boolean().default(false),
      })
      .prefault({}),
    /** Feature plan of the user pool. Lite costs a third and lacks nothing that we use; Essentials is AWS's default. */
    userPoolTier: z.enum(['lite', 'essentials']).default('essentials'),
    /** US dollars a month that this account may cost: mails to `alarmEmail` at 80 percent, and when more is forecast. */
    monthlyBudget: z.number().positive('A budget is more than nothing').optional(),
    /** Verified SES identity that Cognito sends from; its own sender is capped at about 50 mails a day. */
    email: z.strictObject({ from: z.string(), sesRegion: z.string(), sesDomain: z.string() }).optional(),
    /** Where alarms go. */
    alarmEmail: z.string().optional(),
    /** Web ACLs with rate rules, which are made; about 15 dollars a month. */
    webAcl: z.boolean().default(false),
    /** Instead, web ACLs of your own: WAF for CloudFront (a WebACL of scope CLOUDFRONT) and for the user pool (scope REGIONAL). */
    webAclArns: z.strictObject({ distribution: z.string(), userPool: z.string() }).optional(),
    /** OAuth clients; their secrets stand in Secrets Manager under the names given. */
    social: z
      .strictObject({
        /** Prefix of Cognito's hosted domain, where the providers redirect to. */
        domainPrefix: z.string(),
        google: z
          .strictObject({
            clientId: z.string(),
            clientSecretName: z.string(),
            /** Of the secret; another one makes CloudFormation read it again. */
            secretVersion: z.string().optional(),
          })
          .optional(),
        apple: z
          .strictObject({
            servicesId: z.string(),
            teamId: z.string(),
            keyId: z.string(),
            privateKeySecretName: z.string(),
            secretVersion: z.string().optional(),
          })
          .optional(),
      })
      .optional(),
    /** Minimum password length: 6 as specified (back-office-and-public-pages.md section 9). */
    passwordMinLength: z.int().min(6).max(99).default(6),
    /** Whether the back office answers only staff with an authenticator app. By default production does. */
    staffSecondFactor: z.enum(['required', 'optional']).optional(),
    /** Bedrock source regions; the image services exist in these three only (November 2026). */
    modelRegions: z
      .array(z.enum(imageRegions, `The image models are in ${imageRegions.join(', ')} only`))
      .min(1, 'Name a region for the image models')
      .default([...imageRegions]),
    /**
     * Calls a minute of an image service by source region, where the account's quota is not the usual 20 (Service Quotas,
     * Amazon Bedrock): a region gets calls in proportion.
     */
    modelQuotas: z
      .partialRecord(z.enum(imageRegions), z.int().min(1, 'Leave the region out of modelRegions instead'))
      .default({}),
    /**
     * Runs at once of the worker by queue (`menus`: of whole menus), of the photo worker, and of exports and deletions each. The defaults of the
     * worker are what 20 calls a minute in three regions can serve; together they must leave room for the API within
     * Lambda's quota, which begins at 10 in new accounts.
     */
    concurrency: z
      .strictObject({
        standard: runsAtOnce(5),
        priority: runsAtOnce(3),
        menus: runsAtOnce(3),
        photos: runsAtOnce(3),
        tasks: runsAtOnce(2),
      })
      .prefault({}),
    /**
     * US dollars that the model may cost a day, by tier of the user; then new generations are refused, uncharged.
     * Prompt tests of the back office have their own budget, and so have cut-outs and dish readings before anything is
     * ordered (`photos`) and the texts of posts (`posts`). By default `productionBudget`, and elsewhere five dollars each.
     */
    dailyModelBudget: z
      .strictObject({
        free: z.number().min(0),
        starter: z.number().min(0),
        pro: z.number().min(0),
        promptTests: z.number().min(0),
        photos: z.number().min(0),
        posts: z.number().min(0),
      })
      .partial()
      .default({}),
    /**
     * Whether a deployment gives new code of the API and of the workers a tenth of the work for five minutes, and takes
     * it back when `api-errors` or `generations-failed` is raised. A deployment then takes some six minutes longer.
     */
    canary: z.boolean().default(false),
    /**
     * Whether pictures that leave are signed (C2PA), by a key in KMS that costs a dollar a month and outlives the stack.
     */
    signing: z.boolean().default(true),
    /** Patterns of addresses at which push services take messages for browsers; no other is ever called. */
    pushServices: z.array(z.string()).default([...pushServices]),
    /** Keeps the table from being deleted by mistake. */
    deletionProtection: z.boolean().default(false),
    /** A sentence that people read before they generate, such as what this deployment cannot do. */
    notice: z.string().max(300).optional(),
    logRetentionDays: z.literal([7, 14, 30, 60, 90, 180, 365]).default(30),
  })
  .superRefine((config, context) => {
    const missing = [
      ...contradictions(config),
      ...(config.stage === 'production' ? lackedByProduction(config) : []),
    ];
    for (const message of missing) context.addIssue({ code: 'custom', message });
  })
  .transform((c) => ({
    ...c,
    dailyModelBudget: {
      ...(c.stage === 'production' ? productionBudget : trialBudget),
      ...c.dailyModelBudget,
    },
    staffSecondFactor: c.staffSecondFactor ?? (c.stage === 'production' ? 'required' : 'optional'),
  }));

type Written = z.input<typeof configSchema>;

/** Sentences about settings that do not go together. */
function contradictions({
  region,
  domain,
  webAcl,
  webAclArns,
  monthlyBudget,
  alarmEmail,
}: Written): string[] {
  return [
    domain && !domain.hostedZoneId && !domain.certificateArn
      ? '"domain" needs the "hostedZoneId" of its zone in Route 53, or the "certificateArn" of a certificate in us-east-1.'
      : '',
    (webAcl || (domain?.hostedZoneId && !domain.certificateArn)) && region === undefined
      ? 'Write the "region" of the stage: CloudFront reads certificate and web ACL in us-east-1, so that elsewhere they are made by a stack of their own.'
      : '',
    webAcl && webAclArns ? 'Set "webAcl" or "webAclArns", not both.' : '',
    monthlyBudget && !alarmEmail ? '"monthlyBudget" needs "alarmEmail", which is told of it.' : '',
  ].filter(Boolean);
}

/** Sentences about what real customers need and the settings lack. */
function lackedByProduction(config: Written): string[] {
  const { domain, webAcl, webAclArns, supportEmail, alarmEmail, monthlyBudget, email, deletionProtection } =
    config;
  const isExample = supportEmail === undefined || /[@.]example(\.(com|net|org))?$/.test(supportEmail);
  return [
    domain ? '' : 'Production needs "domain", the address of the site.',
    webAcl || webAclArns ? '' : 'Production needs "webAcl": true, which limits the requests of one address.',
    isExample ? 'Production needs "supportEmail", an address that somebody reads.' : '',
    alarmEmail ? '' : 'Production needs "alarmEmail", where alarms go.',
    monthlyBudget
      ? ''
      : 'Production needs "monthlyBudget", the dollars a month beyond which you want a mail.',
    email ? '' : 'Production needs "email", because Cognito itself sends about 50 mails a day.',
    deletionProtection ? '' : 'Production needs "deletionProtection": true for the table and the user pool.',
  ].filter(Boolean);
}

export type Config = z.output<typeof configSchema>;

/**
 * Parses the settings.
 * @param source Where they stand, for the message.
 * @throws Error that lists every problem when they do not fit.
 */
export function parseConfig(settings: unknown, source = 'The settings'): Config {
  const result = configSchema.safeParse(settings ?? {});
  if (!result.success) throw new Error(`${source}:\n${z.prettifyError(result.error)}`);
  return result.data;
}
