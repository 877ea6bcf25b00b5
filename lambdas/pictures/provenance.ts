import type { Fidelity } from '#shared/api/generations.ts';

/**
 * How a picture was made, in IPTC's vocabulary of digital source types: drawn by a model, drawn around pixels of the
 * customer's own photo, or that photo with corrections.
 */
export type DigitalSourceType =
  | 'trainedAlgorithmicMedia'
  | 'compositeWithTrainedAlgorithmicMedia'
  | 'algorithmicallyEnhanced';

/** How a picture was made, and how far its dish differs from the photo where that was measured. */
export interface Provenance {
  readonly type: DigitalSourceType;
  readonly fidelity: Fidelity | null;
}

/** The part of the photo that the figures are of: marked by a person, or found to be the dish, or its food without the plate. */
export function partOf({ maskCorrected, foodOnly }: Fidelity): 'marked' | 'food' | 'found' {
  if (maskCorrected) return 'marked';
  return foodOnly ? 'food' : 'found';
}

/**
 * XMP that marks a file as made by AI, as platforms and search engines read it (IPTC Photo Metadata 2025.1), with the
 * figures of the dish in a namespace of our own. `DishPart` says of which part of the photo they are.
 */
export function provenanceXmp({ type, fidelity }: Provenance): string {
  const dish = fidelity
    ? `
      xmlns:platepost="https://platepost.example/ns/dish/1.0/"
      platepost:Dish="${fidelity.verdict}"
      platepost:DishSSIM="${fidelity.ssim}"
      platepost:DishDeltaE2000P95="${fidelity.deltaE95}"
      platepost:DishPart="${partOf(fidelity)}"`
    : '';
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about=""
      xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"${dish}
      Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${type}"/>
  </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}
