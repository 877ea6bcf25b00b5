import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childrenOf, childText, parseXml, xmlDeclaration, xmlElement } from '#src/aws/xml.ts';

describe('XML', () => {
  it('comes back as it was written, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const document = `${xmlDeclaration}<Root xmlns="urn:x"><!-- - -->${xmlElement('A', text)}<B/></Root>`;
        const root = parseXml(document);
        expect(root.name).toBe('Root');
        expect(childText(root, 'A')).toBe(text);
        expect(childText(root, 'B')).toBe('');
        expect(childText(root, 'C')).toBeUndefined();
      }),
    );
  });

  it('has elements, prefixes, CDATA and character references', () => {
    const root = parseXml(
      '\uFEFF<x:Rules a=\'<">\' b="2"><Rule>1</Rule><Rule><![CDATA[<2>]]></Rule><Rule>&#51;&#x34;&apos;</Rule></x:Rules>'.replace(
        "'<\">'",
        "'&lt;'",
      ),
    );
    expect(root.name).toBe('Rules');
    expect(childrenOf(root, 'Rule').map(({ text }) => text)).toEqual(['1', '<2>', "34'"]);
  });

  it.each([
    '',
    'text',
    '<a>',
    '</a>',
    '<a></b>',
    '<a/><b/>',
    '<a/>text',
    '<a b=c/>',
    '<a>&unknown;</a>',
    '<a>&#x110000;</a>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    `${'<a>'.repeat(30)}${'</a>'.repeat(30)}`,
  ])('is refused when it is not well formed, or more than S3 needs: %s', (text) => {
    expect(() => parseXml(text)).toThrow(SyntaxError);
  });
});
