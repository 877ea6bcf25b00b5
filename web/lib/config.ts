/** Contents of `/config.json`, which the deployment writes next to the site. */
export interface SiteConfig {
  readonly region: string;
  /** The user pool's issuer URL; its origin is the endpoint that the browser talks to. */
  readonly issuer: string;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  /** Social providers by Amplify's names; empty when none is set up. */
  readonly social: readonly ('Google' | 'SignInWithApple')[];
  /** Host of Cognito's sign-in pages, only with social sign-in. */
  readonly hostedDomain?: string;
  /** A notice for users before they generate, such as how this deployment makes its pictures. */
  readonly notice?: string;
}

/** Time limit for reading the settings, in milliseconds. */
const timeout = 15_000;

let loading: Promise<SiteConfig> | undefined;

/** The deployment's settings, read once; a failure is not cached, so the next call tries again. */
export function siteConfig(): Promise<SiteConfig> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<SiteConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache', signal: AbortSignal.timeout(timeout) });
  if (!response.ok) throw new Error(`The site's settings could not be read (${response.status})`);
  return (await response.json()) as SiteConfig;
}

/** Whether the site is reachable now. */
export async function siteAnswers(): Promise<boolean> {
  try {
    const response = await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(timeout) });
    return response.ok;
  } catch {
    return false;
  }
}
