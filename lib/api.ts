import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  HttpApi,
  HttpMethod,
  type HttpRoute,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { methodsOf, type Owner, type Route, routeKeys } from '#shared/api/route.ts';
import { routes } from '#shared/api/routes.ts';
import type { Identity } from './identity.ts';

interface ApiProps {
  readonly identity: Identity;
  readonly functions: Readonly<Record<Owner, IFunction>>;
  readonly logRetention: RetentionDays;
}

/**
 * Limits in requests a second for each route, over all callers. API Gateway counts a request before it checks the
 * token, so that a low limit would let anybody use up the customers' share. Routes with an authorizer therefore have no
 * limit except the account's quota in its region: without a token no function runs, and the table limits what each user
 * may start. Public routes run functions for anybody.
 */
const publicThrottle = { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 };

/** The HTTP API: one route for each entry of the contract, integrated with its domain's function. */
export class Api extends Construct {
  readonly httpApi: HttpApi;
  readonly stage: HttpStage;
  /** What the routes call. */
  readonly functions: readonly IFunction[];

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    this.functions = Object.values(props.functions);
    this.httpApi = new HttpApi(this, 'HttpApi', { createDefaultStage: false });

    const authorizer = new HttpJwtAuthorizer('SiteUsers', props.identity.userPool.userPoolProviderUrl, {
      jwtAudience: [props.identity.client.userPoolClientId],
    });
    const integrations = new Map<Owner, HttpLambdaIntegration>();
    const created: HttpRoute[] = [];
    for (const route of Object.values<Route>(routes)) {
      const integration =
        integrations.get(route.owner) ??
        new HttpLambdaIntegration(route.owner, props.functions[route.owner], {
          scopePermissionToRoute: false,
        });
      integrations.set(route.owner, integration);
      created.push(
        ...this.httpApi.addRoutes({
          path: route.path,
          methods: methodsOf(route).map((method) => HttpMethod[method]),
          integration,
          ...(route.access !== 'public' && { authorizer }),
        }),
      );
    }

    const logGroup = new LogGroup(this, 'AccessLogs', {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.httpApi,
      stageName: '$default',
      autoDeploy: true,
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        // Logs neither addresses nor tokens nor queries, only enough to find a request and its outcome.
        format: AccessLogFormat.custom(
          JSON.stringify({
            requestId: '$context.requestId',
            routeKey: '$context.routeKey',
            status: '$context.status',
            latency: '$context.responseLatency',
            integrationError: '$context.integrationErrorMessage',
            time: '$context.requestTime',
          }),
        ),
      },
    });
    const cfnStage = this.stage.node.defaultChild as CfnStage;
    cfnStage.routeSettings = Object.fromEntries(
      Object.values<Route>(routes)
        .filter(({ access }) => access === 'public')
        .flatMap(routeKeys)
        .map((key) => [key, publicThrottle]),
    );
    // A stage may only name routes that exist.
    for (const route of created) this.stage.node.addDependency(route);
  }
}
