import { STSClient } from '@aws-sdk/client-sts';

/** The AWS region of the environment or of the profile; `undefined` if neither states one. */
export async function regionOfShell(): Promise<string | undefined> {
  try {
    return await new STSClient({}).config.region();
  } catch {
    return undefined;
  }
}
