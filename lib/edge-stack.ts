import { CfnCondition, CfnOutput, CfnParameter, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { Alarm, type CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Construct } from 'constructs';
import { alarmOf, edgeErrors } from './alarm.ts';
import { alarmTopic } from './alarm-topic.ts';
import { certificateOf, zoneOf } from './domain.ts';
import { distributionParameter, type EdgeSettings, edgeParameters } from './edge-settings.ts';
import { siteAcl } from './firewall.ts';

interface EdgeStackProps extends StackProps {
  readonly edge: EdgeSettings;
}

/**
 * Resources that CloudFront reads in us-east-1, for a stage in another region: the certificate of the domain, the web
 * ACL, and the alarm of the distribution's errors. The stage's stack gets the first two as parameters, because
 * CloudFormation has no references between regions. The alarm is created once the distribution exists.
 */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { edge, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const { domain, webAcl, alarmEmail } = edge;
    const say = (name: string, value: string) => new CfnOutput(this, name, { value });
    if (domain)
      say(edgeParameters.certificate, certificateOf(this, domain.name, zoneOf(this, domain)).certificateArn);
    if (webAcl) say(edgeParameters.webAcl, siteAcl(this).attrArn);
    if (!alarmEmail) return;
    const distributionId = new CfnParameter(this, distributionParameter, { default: '' }).valueAsString;
    const isKnown = new CfnCondition(this, 'IsDistributionKnown', {
      expression: Fn.conditionNot(Fn.conditionEquals(distributionId, '')),
    });
    const [name, ...rest] = edgeErrors(distributionId);
    const alarm = new Alarm(this, name, alarmOf(name, ...rest));
    (alarm.node.defaultChild as CfnAlarm).cfnOptions.condition = isKnown;
    alarm.addAlarmAction(new SnsAction(alarmTopic(this, alarmEmail)));
  }
}
