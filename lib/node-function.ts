import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type EnvironmentOf, environment, type FunctionName } from '#shared/environment.ts';

export interface NodeFunctionProps<N extends FunctionName> {
  readonly name: N;
  /** Folder of the bundle (lib/bundle.ts). */
  readonly code: string;
  /** Values of environment variables. The function gets those that it may read (`shared/environment.ts`). */
  readonly variables: EnvironmentOf<N>;
  readonly logRetention: RetentionDays;
  readonly timeout?: Duration;
  /** MB. */
  readonly memorySize?: number;
  /**
   * Whether the function sends messages back to the queue that invokes it. Lambda would take that for a recursive loop
   * and stop the function after about 16 times (its guide's page on recursive loop detection), so that must be allowed.
   */
  readonly postpones?: boolean;
}

/**
 * A function with the defaults of all functions: arm64, Node 24, tracing, structured logs with a retention time, and a
 * role that can only write to the function's own log group at first.
 */
export class NodeFunction<N extends FunctionName> extends LambdaFunction {
  constructor(scope: Construct, id: string, props: NodeFunctionProps<N>) {
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    role.addToPolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    const names: readonly (keyof EnvironmentOf<N>)[] = environment[props.name];
    super(scope, id, {
      code: Code.fromAsset(props.code),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      environment: {
        ...Object.fromEntries(names.map((name) => [name, props.variables[name]])),
        POWERTOOLS_SERVICE_NAME: props.name,
        POWERTOOLS_METRICS_NAMESPACE: Stack.of(scope).stackName,
      },
      timeout: props.timeout ?? Duration.seconds(28),
      memorySize: props.memorySize ?? 512,
      tracing: Tracing.ACTIVE,
      ...(props.postpones && { recursiveLoop: RecursiveLoop.ALLOW }),
      logGroup,
      role,
    });
  }
}
