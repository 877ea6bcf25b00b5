import type { DigitalSourceType } from '#lambdas/pictures/provenance.ts';
import type { AdapterName } from '#shared/domain/maintenance.ts';

/** How each adapter makes a picture: `compositeWith…` where the dish's own pixels stay, `…Enhanced` where all of the photo does. */
export const sourceTypes: Readonly<Record<AdapterName, DigitalSourceType>> = {
  'stability-structure': 'trainedAlgorithmicMedia',
  'sd35-image-to-image': 'trainedAlgorithmicMedia',
  'stability-composite': 'compositeWithTrainedAlgorithmicMedia',
  'stability-search-replace': 'trainedAlgorithmicMedia',
  'photo-retouch': 'algorithmicallyEnhanced',
};
