import * as z from 'zod';

/**
 * Deployment settings, read from `settings/<stage>.json` (`-c stage=<stage>`) or from the `platepost` object in cdk.json,
 * and validated before anything is synthesized. Every setting has a default that is safe to try out;
 * `stage: 'production'` refuses to synthesize until what real customers need is given (docs/runbook.md).
 */
const configSchema = z
  .strictObject({
    stage: z.enum(['development', 'production']).default('development'),
    /** Own domain of the site with its certificate, which CloudFront wants in us-east-1. */
    domain: z.strictObject({ name: z.string(), certificateArn: z.string() }).optional(),
    /** Verified SES identity that Cognito sends from; its own sender is capped at about 50 mails a day. */
    email: z.strictObject({ from: z.string(), sesRegion: z.string(), sesDomain: z.string() }).optional(),
    /** Where alarms go. */
    alarmEmail: z.string().optional(),
    /** WAF for CloudFront (a WebACL of scope CLOUDFRONT) and for the user pool (scope REGIONAL). */
    webAclArns: z.strictObject({ distribution: z.string(), userPool: z.string() }).optional(),
    /** OAuth clients; their secrets stand in Secrets Manager under the names given. */
    social: z
      .strictObject({
        /** Prefix of Cognito's hosted domain, where the providers redirect to. */
        domainPrefix: z.string(),
        google: z.strictObject({ clientId: z.string(), clientSecretName: z.string() }).optional(),
        apple: z
          .strictObject({
            servicesId: z.string(),
            teamId: z.string(),
            keyId: z.string(),
            privateKeySecretName: z.string(),
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
      .array(z.enum(['us-east-1', 'us-east-2', 'us-west-2']))
      .min(1)
      .default(['us-east-1', 'us-east-2', 'us-west-2']),
    /**
     * US dollars that the model may cost a day, by tier of the user; then new generations are refused, uncharged.
     * Prompt tests of the back office have their own budget: 20 dollars are about a hundred tests.
     */
    dailyModelBudget: z
      .strictObject({
        free: z.number().min(0),
        starter: z.number().min(0),
        pro: z.number().min(0),
        promptTests: z.number().min(0).default(20),
        /** Cut-outs and dish readings before anything is ordered: 50 dollars are about 700 photos. */
        photos: z.number().min(0).default(50),
      })
      .default({ free: 50, starter: 200, pro: 500, promptTests: 20, photos: 50 }),
    /** Keeps the table from being deleted by mistake. */
    deletionProtection: z.boolean().default(false),
    /** A sentence that people read before they generate, such as what this deployment cannot do. */
    notice: z.string().max(300).optional(),
    logRetentionDays: z.literal([7, 14, 30, 60, 90, 180, 365]).default(30),
  })
  .refine(
    (c) => c.stage !== 'production' || (c.email && c.deletionProtection && c.alarmEmail),
    'Production needs email (SES), alarmEmail and deletionProtection: see docs/runbook.md',
  )
  .transform((c) => ({
    ...c,
    staffSecondFactor: c.staffSecondFactor ?? (c.stage === 'production' ? 'required' : 'optional'),
  }));

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
