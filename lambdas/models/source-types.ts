import type { DigitalSourceType } from '#lambdas/pictures/provenance.ts';
import type { AdapterName } from '#shared/domain/maintenance.ts';

/**
 * The IPTC digital source type of each adapter's pictures: `compositeWith…` if the dish's own pixels stay, `…Enhanced`
 * if the whole photo does.
 */
export const sourceTypes: Readonly<Record<AdapterName, DigitalSourceType>> = {
  'stability-structure': 'trainedAlgorithmicMedia',
  'sd35-image-to-image': 'trainedAlgorithmicMedia',
  'stability-composite': 'compositeWithTrainedAlgorithmicMedia',
  'stability-search-replace': 'trainedAlgorithmicMedia',
  'photo-retouch': 'algorithmicallyEnhanced',
};
