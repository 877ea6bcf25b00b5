import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withAltText } from '#lambdas/pictures/alt-text.ts';
import { provenanceXmp } from '#lambdas/pictures/provenance.ts';

const altText = { text: 'Ein "Käse" & <Curry>', language: 'de' };
const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#b5651d' } });
const xmpOf = async (file: Buffer) => (await sharp(file).metadata()).xmpAsString ?? '';
const pixelsOf = (file: Buffer) => sharp(file).raw().toBuffer();
const words = 'Ein &quot;Käse&quot; &amp; &lt;Curry&gt;';

/** An application segment of a JPEG. */
function segment(marker: number, content: string): Buffer {
  const length = content.length + 2;
  return Buffer.concat([
    Buffer.from([0xff, marker, length >> 8, length & 0xff]),
    Buffer.from(content, 'latin1'),
  ]);
}

const withSegment = (file: Buffer, added: Buffer) =>
  Buffer.concat([file.subarray(0, 2), added, file.subarray(2)]);

describe('the alt text in a file', () => {
  it('stands beside what its XMP says already, in its language, and changes no pixel', async () => {
    const provenance = provenanceXmp({ type: 'trainedAlgorithmicMedia', fidelity: null });
    const file = await picture().withXmp(provenance).jpeg().toBuffer();
    const described = withAltText(file, altText);
    const xmp = await xmpOf(described);
    expect(xmp).toContain('trainedAlgorithmicMedia');
    expect(xmp).toContain(`<rdf:li xml:lang="x-default">${words}</rdf:li>`);
    expect(xmp).toContain(`<rdf:li xml:lang="de">${words}</rdf:li>`);
    expect(xmp.match(/<x:xmpmeta/g)).toHaveLength(1);
    expect(await pixelsOf(described)).toEqual(await pixelsOf(file));
  });

  it('is added to a file without XMP, after its JFIF header', async () => {
    const jfif = segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0');
    const file = withSegment(await picture().jpeg().toBuffer(), jfif);
    const described = withAltText(file, altText);
    expect(await xmpOf(described)).toContain('Iptc4xmpCore:AltTextAccessibility');
    expect(described.subarray(2, 2 + jfif.length)).toEqual(jfif);
    expect(await pixelsOf(described)).toEqual(await pixelsOf(file));
  });

  it('leaves the XMP readable, whatever characters it has: XML does not know all of them', async () => {
    const provenance = provenanceXmp({ type: 'trainedAlgorithmicMedia', fidelity: null });
    const file = await picture().withXmp(provenance).jpeg().toBuffer();
    const text = 'A \0burger\ufffe\u001f on\ta table\uffff 🍔\ud83c';
    const xmp = await xmpOf(withAltText(file, { text, language: 'en' }));
    expect(xmp).toContain('>A burger on\ta table 🍔\ufffd</rdf:li>');
    // Char in XML 1.0, section 2.2.
    expect(xmp).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]+$/u);
  });

  it('is left out where there is none, the file is no JPEG, or it has no room', async () => {
    const file = await picture().jpeg().toBuffer();
    expect(withAltText(file, undefined)).toBe(file);
    expect(withAltText(file, { text: '', language: 'de' })).toBe(file);
    const png = await picture().png().toBuffer();
    expect(withAltText(png, altText)).toBe(png);
    const xmp = segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<rdf:RDF>${' '.repeat(65_400)}</rdf:RDF>`);
    const full = withSegment(file, xmp);
    expect(withAltText(full, altText)).toBe(full);
  });
});
