import * as z from 'zod';
import { pushServices } from '#shared/domain/push-services.ts';

/**
 * Daily budgets of production for the models in US dollars: 20 dollars pay for about a hundred prompt tests or 8,000
 * posts, 50 for about 700 photos.
 */
export const productionBudget = { free: 50, starter: 200, pro: 500, promptTests: 20, photos: 50, posts: 20 };

const trialBudget = { free: 5, starter: 5, pro: 5, promptTests: 5, photos: 5, posts: 5 };

const imageRegions = ['us-east-1', 'us-east-2', 'us-west-2'] as const;

/** Number of concurrent runs of a function for a queue. */
const runsAtOnce = (standard: number) =>
  z
    .int()
    .min(2, 'Lambda lets a queue have two runs at once, not fewer')
    .max(1000, 'Lambda lets a queue have 1,000 runs at once, not more')
    .default(standard);

/**
 * Deployment settings, read from `settings/<stage>.json` (`-c stage=<stage>`) or from the `platepost` object in
 * cdk.json, and validated before anything is synthesized. Every setting has a default that is safe for a trial. `stage:
 * 'production'` refuses to synthesize while a setting is missing that real customers need, and protects the stack from
 * deletion (lib/synthesize.ts).
 */
const configSchema = z
  .strictObject({
    stage: z.enum(['development', 'production']).default('development'),
    /**
     * Region of the stack; by default the shell's region. Resources that CloudFront reads in us-east-1 are in a stack
     * there.
     */
    region: z.string().optional(),
    /**
     * Own domain of the site. With the id of its hosted zone in Route 53, certificate and records are created. Without
     * one, name a certificate in us-east-1; the output `DnsRecords` lists the records to create. `mail` makes an SES
     * identity of the domain with DKIM, for `email`, in a stack of its own.
     */
    domain: z
      .strictObject({
        name: z.string(),
        hostedZoneId: z.string().optional(),
        certificateArn: z.string().optional(),
        mail: z.boolean().default(false),
      })
      .optional(),
    /** Support address for customers, shown in mails, on share pages and in the legal texts. */
    supportEmail: z.email('supportEmail is no e-mail address').optional(),
    /**
     * `Strict-Transport-Security`: how long browsers refuse the site without TLS, and whether its subdomains too. It
     * cannot be withdrawn, so it starts with a day.
     */
    strictTransport: z
      .strictObject({
        days: z.int().min(1).max(730).default(1),
        subdomains: z.boolean().default(false),
      })
      .prefault({}),
    /**
     * Feature plan of the user pool. Lite costs a third and has every feature that we use; Essentials is AWS's default.
     */
    userPoolTier: z.enum(['lite', 'essentials']).default('essentials'),
    /**
     * Monthly budget of this account in US dollars: sends an e-mail to `alarmEmail` at 80 percent, and when a higher
     * cost is forecast.
     */
    monthlyBudget: z.number().positive('A budget is more than nothing').optional(),
    /** Verified SES identity that Cognito sends from; Cognito's own sender is limited to about 50 mails a day. */
    email: z
      .strictObject({
        from: z.email('email.from is no e-mail address'),
        sesRegion: z.string(),
        sesDomain: z.string(),
      })
      .optional(),
    /** E-mail address that receives alarms. */
    alarmEmail: z.email('alarmEmail is no e-mail address').optional(),
    /** Whether to create web ACLs with rate rules; they cost about 16 dollars a month. */
    webAcl: z.boolean().default(false),
    /** Your own web ACLs instead: for CloudFront (scope CLOUDFRONT) and for the user pool (scope REGIONAL). */
    webAclArns: z.strictObject({ distribution: z.string(), userPool: z.string() }).optional(),
    /** OAuth clients; the settings name the secrets in Secrets Manager. */
    social: z
      .strictObject({
        /** Prefix of Cognito's hosted domain, where the providers redirect to. */
        domainPrefix: z.string(),
        google: z
          .strictObject({
            clientId: z.string(),
            clientSecretName: z.string(),
            /** Version of the secret; a change makes CloudFormation read it again. */
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
    /** Whether staff need an authenticator app for the back office. By default required in production. */
    staffSecondFactor: z.enum(['required', 'optional']).optional(),
    /** Bedrock source regions; the image services exist in these three only (November 2026). */
    modelRegions: z
      .array(z.enum(imageRegions, `The image models are in ${imageRegions.join(', ')} only`))
      .min(1, 'Name a region for the image models')
      .default([...imageRegions]),
    /**
     * Calls a minute of an image service by source region, if the account's quota is not the usual 20 (Service Quotas,
     * Amazon Bedrock). Calls are distributed over the regions in proportion.
     */
    modelQuotas: z
      .partialRecord(z.enum(imageRegions), z.int().min(1, 'Leave the region out of modelRegions instead'))
      .default({}),
    /**
     * Concurrent runs of the worker by queue (`menus`: whole menus), of the photo worker, and of exports and deletions
     * each. The worker's defaults match 20 calls a minute in three regions. Together they must leave room for the API
     * within Lambda's quota, which starts at 10 in new accounts.
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
     * Daily budget for the models in US dollars, by tier of the user; beyond it new generations are refused without a
     * charge. Prompt tests of the back office, cut-outs and dish readings before anything is ordered (`photos`) and the
     * texts of posts (`posts`) have budgets of their own. By default `productionBudget` in production, otherwise five
     * dollars each.
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
     * Whether a deployment first gives new code of the API and of the workers a tenth of the traffic for five minutes,
     * and rolls it back if an alarm of `rollbackAlarms` is raised. A deployment then takes about six minutes longer.
     */
    canary: z.boolean().default(false),
    /**
     * Whether delivered pictures are signed (C2PA), by a key in KMS that costs a dollar a month and is kept when the
     * stack is deleted.
     */
    signing: z.boolean().default(true),
    /**
     * Patterns of the addresses at which push services accept messages for browsers; no other address is ever called.
     */
    pushServices: z.array(z.string()).default([...pushServices]),
    /** Protects the table against accidental deletion. */
    deletionProtection: z.boolean().default(false),
    /** A sentence shown to users before they generate, such as limits of this deployment. */
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

/** Messages about settings that contradict each other. */
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

/** Messages about settings that are missing and that real customers need. */
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
 * @param source Where the settings come from, for the message.
 * @throws Error that lists every problem
 */
export function parseConfig(settings: unknown, source = 'The settings'): Config {
  const result = configSchema.safeParse(settings ?? {});
  if (!result.success) throw new Error(`${source}:\n${z.prettifyError(result.error)}`);
  return result.data;
}
