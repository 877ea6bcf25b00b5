/** What a picture shows, for people who do not see it, and the language (BCP 47) of the words. */
export interface AltText {
  readonly text: string;
  readonly language: string;
}

const xmpName = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');

const app0 = 0xe0;
const app1 = 0xe1;

/** Longest segment of a JPEG in bytes, its length field included. */
const maxSegment = 65_535;

/**
 * Adds the alt text to a JPEG's XMP, where screen readers' tools and content systems look for it (IPTC Photo Metadata
 * 2021.1). The pixels do not change. A file that is not a JPEG of segments is returned unchanged.
 */
export function withAltText(file: Buffer, altText: AltText | undefined): Buffer {
  if (!altText || altText.text === '' || file.readUInt16BE(0) !== 0xffd8) return file;
  const segments = segmentsOf(file);
  const xmp = segments.find(({ marker, isXmp }) => marker === app1 && isXmp);
  const packet = xmp ? file.toString('utf8', xmp.start + 4 + xmpName.length, xmp.end) : emptyPacket;
  const end = packet.lastIndexOf('</rdf:RDF>');
  if (end < 0) return file;
  const described = Buffer.from(`${packet.slice(0, end)}${descriptionOf(altText)}${packet.slice(end)}`);
  const length = 2 + xmpName.length + described.length;
  if (length > maxSegment) return file;
  const head = Buffer.from([0xff, app1, length >> 8, length & 0xff]);
  const jfif = segments[0]?.marker === app0 ? segments[0].end : 2;
  const { start, end: after } = xmp ?? { start: jfif, end: jfif };
  return Buffer.concat([file.subarray(0, start), head, xmpName, described, file.subarray(after)]);
}

interface Segment {
  readonly marker: number;
  readonly start: number;
  readonly end: number;
  readonly isXmp: boolean;
}

/** The application segments at the beginning of a JPEG. */
function segmentsOf(file: Buffer): Segment[] {
  const found: Segment[] = [];
  let start = 2;
  while (start + 4 <= file.length && file[start] === 0xff) {
    const marker = file[start + 1] ?? 0;
    if (marker < app0 || marker > 0xef) break;
    const end = start + 2 + file.readUInt16BE(start + 2);
    const isXmp = file.subarray(start + 4, start + 4 + xmpName.length).equals(xmpName);
    found.push({ marker, start, end, isXmp });
    start = end;
  }
  return found;
}

/** `x-default` comes first in the array, and the same text again under its language (XMP specification, part 1). */
function descriptionOf({ text, language }: AltText): string {
  const words = escapeXml(text);
  return `  <rdf:Description rdf:about=""
      xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">
      <Iptc4xmpCore:AltTextAccessibility>
        <rdf:Alt>
          <rdf:li xml:lang="x-default">${words}</rdf:li>
          <rdf:li xml:lang="${escapeXml(language)}">${words}</rdf:li>
        </rdf:Alt>
      </Iptc4xmpCore:AltTextAccessibility>
    </rdf:Description>
  `;
}

const emptyPacket = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;

/** Characters that a reader of XML 1.0 refuses, and with them everything else in the packet. */
const forbidden = /[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escapeXml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(forbidden, '').replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
