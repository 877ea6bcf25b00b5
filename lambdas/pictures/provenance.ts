/**
 * How a picture was made, in IPTC's vocabulary of digital source types: drawn by a model, or drawn around pixels of
 * the customer's own photo.
 */
export type DigitalSourceType = 'trainedAlgorithmicMedia' | 'compositeWithTrainedAlgorithmicMedia';

/** XMP that marks a file as made by AI, as platforms and search engines read it (IPTC Photo Metadata 2025.1). */
export function provenanceXmp(type: DigitalSourceType): string {
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about=""
      xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
      Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${type}"/>
  </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}
