/** Addresses and keys of a local cloud, for tests in other processes. */
export interface CloudAddress {
  /** The site. */
  url: string;
  /** All AWS APIs. */
  awsUrl: string;
  region: string;
  /** Outputs of the stack. */
  outputs: Record<string, string>;
  accessKey: { accessKeyId: string; secretAccessKey: string };
  /** The cloud assembly, to start further clouds from without another synthesis. */
  assembly: string;
  /** Folder of the functions' logs. */
  logs: string;
}
