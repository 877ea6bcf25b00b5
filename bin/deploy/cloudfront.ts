import {
  CloudFrontClient,
  CreateDistributionCommand,
  DeleteDistributionCommand,
  GetDistributionCommand,
  ListDistributionsCommand,
} from '@aws-sdk/client-cloudfront';
import { errorName, failure, messageOf, ok, type Verdict } from './finding.ts';

const client = () => new CloudFrontClient({ region: 'us-east-1' });
/** Caller reference of the trial distribution; CloudFront returns the same distribution for the same reference. */
const comment = 'PlatePost: shows that this account may create distributions; may be deleted';

/**
 * Checks whether this account may create distributions. AWS refuses that to new accounts until its support has verified
 * them, and only CreateDistribution shows it. So if the account has no distribution, this creates a disabled one, which
 * costs nothing; `removeTrial` deletes it.
 */
export async function checkCloudFront(): Promise<Verdict> {
  const cloudFront = client();
  const { DistributionList } = await cloudFront.send(new ListDistributionsCommand({ MaxItems: 1 }));
  if ((DistributionList?.Items ?? []).length > 0) return ok('this account has distributions');
  const origin = 'example.com';
  try {
    await cloudFront.send(
      new CreateDistributionCommand({
        DistributionConfig: {
          CallerReference: 'platepost-verification',
          Comment: comment,
          Enabled: false,
          Origins: {
            Quantity: 1,
            Items: [
              {
                Id: origin,
                DomainName: origin,
                CustomOriginConfig: { HTTPPort: 80, HTTPSPort: 443, OriginProtocolPolicy: 'https-only' },
              },
            ],
          },
          DefaultCacheBehavior: {
            TargetOriginId: origin,
            ViewerProtocolPolicy: 'https-only',
            // CloudFront's own policy "CachingDisabled".
            CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
          },
        },
      }),
    );
    return ok('a disabled distribution for trial could be created, and is deleted later');
  } catch (error) {
    if (!/must be verified/.test(messageOf(error))) throw error;
    return failure(
      'AWS has not verified this account for CloudFront: open a case with AWS Support (Account and billing; free, some hours to days) with the sentence "Your account must be verified before you can add new CloudFront resources".',
    );
  }
}

/**
 * Deletes the trial distribution, if there is one and its deployment to the edge has finished. Returns whether one
 * remains.
 */
export async function removeTrial(): Promise<boolean> {
  const cloudFront = client();
  const { DistributionList } = await cloudFront.send(new ListDistributionsCommand({}));
  const trial = DistributionList?.Items?.find(({ Comment }) => Comment === comment);
  if (!trial) return false;
  try {
    const { ETag } = await cloudFront.send(new GetDistributionCommand({ Id: trial.Id }));
    await cloudFront.send(new DeleteDistributionCommand({ Id: trial.Id, IfMatch: ETag }));
    return false;
  } catch (error) {
    if (errorName(error) === 'NoSuchDistribution') return false;
    return true;
  }
}
