/** A function of the template, resolved. */
export interface FunctionDefinition {
  /** The short name that logs, faults and access keys use. */
  name: string;
  /** The physical name. */
  functionName: string;
  arn: string;
  /** Folder of the bundle. */
  codeDirectory: string;
  /** As in the template, `index.handler`. */
  handler: string;
  environment: Record<string, string>;
  timeoutSeconds: number;
  memoryMegabytes: number;
}
