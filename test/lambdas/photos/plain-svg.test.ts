import { describe, expect, it } from 'vitest';
import { svgProblem } from '#lambdas/photos/plain-svg.ts';

const svg = (inside: string, attributes = 'width="100" height="50"', before = '') =>
  Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);
const shape = '<rect x="30" y="20" width="40" height="10" fill="#ff0000"/>';

describe('an SVG', () => {
  it.each([
    [
      'made by Illustrator',
      svg(
        `<style>.a{fill:#f00}</style><g>${shape}</g>`,
        'width="9" height="9"',
        '<?xml version="1.0" encoding="utf-8"?><!-- Generator --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
      ),
    ],
    [
      'made by Inkscape',
      svg(
        `<sodipodi:namedview id="base" inkscape:zoom="2"/>${shape}`,
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="9" height="9"',
      ),
    ],
    [
      'with a gradient',
      svg(
        `<defs><linearGradient id="a"><stop stop-color="red"/></linearGradient></defs><path fill="url(#a)" d="M0 0h9v9z"/><use href="#a"/>`,
      ),
    ],
  ])('%s is a plain drawing', (_, file) => expect(svgProblem(file)).toBeUndefined());

  const laughs = ['<g id="a0"><path d="M0 0h1"/></g>'];
  for (let n = 1; n < 12; n += 1) laughs.push(`<g id="a${n}">${`<use href="#a${n - 1}"/>`.repeat(8)}</g>`);

  it.each([
    ['a script', svg('<script>alert(1)</script>'), /contains a script/],
    [
      'a script under another prefix',
      svg('<s:script>alert(1)</s:script>', 'xmlns:s="http://www.w3.org/2000/svg"'),
      /contains a script/,
    ],
    ['a handler of events', svg('<rect onload="alert(1)"/>'), /contains a script/],
    [
      'entities',
      svg('&x;', '', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      /defines entities/,
    ],
    ['a web page', svg('<foreignObject/>'), /web page/],
    ['text', svg('<text>Bistro</text>'), /text that needs a font/],
    ['a picture', svg('<image href="data:image/png;base64,AAAA"/>'), /contains a picture/],
    ['a picture of another address', svg('<image href="http://169.254.169.254/"/>'), /contains a picture/],
    ['a reference to another file', svg('<use href="http://example.com/a.svg#b"/>'), /loads other files/],
    ['another file', svg('<xi:include href="/etc/passwd"/>'), /include/],
    [
      'a style sheet of another file',
      svg('', '', '<?xml-stylesheet href="http://example.com/a.css"?>'),
      /loads other files/,
    ],
    ['a style that loads', svg('<style>@import url(http://example.com)</style>'), /loads other files/],
    ['a fill that loads', svg('<rect style="fill:url( \'http://example.com\')"/>'), /loads other files/],
    [
      'a fill in character references',
      svg('<rect fill="u&#114;l(http://example.com)"/>'),
      /loads other files/,
    ],
    ['a style in them', svg('<style>@imp&#x6f;rt "http://example.com";</style>'), /loads other files/],
    ['a hidden style', svg('<rect style="fill:u\\72l(http://example.com)"/>'), /loads other files/],
    ['a filter', svg('<filter id="a"><feGaussianBlur stdDeviation="9999"/></filter>'), /filter/],
    ['a billion copies', svg(laughs.join('')), /too complex/],
    ['copies of itself', svg('<g id="a"><use href="#a"/></g>'), /too complex/],
    ['10,000 shapes', svg('<path d=""/>'.repeat(10_000)), /too complex/],
    ['no end', Buffer.from('<svg><g>'), /damaged/],
    ['other bytes', Buffer.from([0x3c, 0x73, 0x76, 0x67, 0x3e, 0xff, 0xfe]), /damaged/],
    ['another root', Buffer.from('<html><svg></svg></html>'), /./],
  ])('with %s is refused', (_, file, problem) => expect(svgProblem(file)).toMatch(problem));
});
