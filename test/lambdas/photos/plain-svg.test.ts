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
    [
      'with masks and clip paths of groups',
      svg(
        `<style>.a, g.b{clip-path:url("#c");fill:url(#p)}/* ours */.b{opacity:1}</style>
        <linearGradient id="p"><stop/><stop offset="1"/></linearGradient><linearGradient id="q" xlink:href="#p"/>
        <clipPath id="c"><path d="M0 0h9v9z"/></clipPath><mask id="m"><path fill="url(#q)" d="M0 0h9v9z"/></mask>
        <g class="a" mask="url(#m)" opacity=".5" style="filter:none">${shape.repeat(200)}</g><g class="b">${shape}</g>`,
      ),
    ],
    [
      'of 1,000 clipped shapes',
      svg(`<clipPath id="c">${shape}</clipPath>${'<path d="" clip-path="url(#c)"/>'.repeat(1000)}`),
    ],
  ])('%s is a plain drawing', (_, file) => expect(svgProblem(file)).toBeUndefined());

  const laughs = ['<g id="a0"><path d="M0 0h1"/></g>'];
  for (let n = 1; n < 12; n += 1) laughs.push(`<g id="a${n}">${`<use href="#a${n - 1}"/>`.repeat(8)}</g>`);

  /** Three levels of 30 rects, each of which refers to the level before. */
  const bomb = (name: string, reference: (id: string) => string, before = '', count = 30) => {
    const level = (id: string, inside: string) => `<${name} id="${id}">${inside}</${name}>`;
    const rects = (id: string) => `<rect width="9" height="9" ${reference(id)}/>`.repeat(count);
    return svg(before + level('a', shape) + level('b', rects('a')) + level('c', rects('b')) + rects('c'));
  };

  it.each([
    ['masks of masks', bomb('mask', (id) => `mask="url(#${id})"`)],
    ['few masks of masks', bomb('mask', (id) => `mask="url(#${id})"`, '', 4)],
    ['masks of masks in styles', bomb('mask', (id) => `style="opacity:1;mask : url( '#${id}' )"`)],
    ['masks of masks without an end', bomb('mask', (id) => `style="mask:url(#${id}"`)],
    [
      'masks of masks in character references',
      bomb('mask', (id) => `mask="u&#x72;l(&quot;#&#${id.charCodeAt(0)};&quot;)"`),
    ],
    [
      'masks of masks in a style sheet',
      bomb(
        'mask',
        (id) => `class="x ${id}"`,
        '<style>g, rect.a{mask:url(#a)} .b{mask:url(#b)} svg .c{mask:url(#c)}</style>',
      ),
    ],
    [
      'masks of masks in a divided style sheet',
      bomb(
        'mask',
        (id) => `class="${id}"`,
        '<style>.a{mask:url(#a)} .b{mask:u<!-- -->rl(#b)} .c{mask:u<![CDATA[rl(#c)}]]></style>',
      ),
    ],
    [
      'masks of masks by another selector',
      bomb('mask', () => '', '<style>#b>rect:not(.x){mask:url(#a)} #c>[width]{mask:url(#b)}</style>'),
    ],
    ['masks behind a comment', svg(`<style>.a{x:"/*";mask:url(#m);y:"*/"}</style>${shape}`)],
    ['masks that are inherited', svg(`<mask id="m"/><g mask="url(#m)"><g mask="inherit">${shape}</g></g>`)],
    ['a mask of itself', svg(`<mask id="m"><g mask="url(#m)">${shape}</g></mask>`)],
    ['a mask of itself in a style sheet', svg(`<style>*{mask:url(#m)}</style><mask id="m">${shape}</mask>`)],
    ['100 masks', svg(`<mask id="m">${shape}</mask>${'<path d="" mask="url(#m)"/>'.repeat(100)}`)],
    ['clip paths of clip paths', bomb('clipPath', (id) => `clip-path="url(#${id})"`)],
    [
      'copies under another prefix',
      bomb('g', (id) => `/><use xmlns:x="http://www.w3.org/1999/xlink" x:href="#${id}"`),
    ],
    [
      'copies of the first of two',
      svg(`<g id="a">${shape.repeat(300)}</g><g id="a"/>${'<use href="#a"/>'.repeat(100)}`),
    ],
    [
      'paints of many stops',
      svg(
        `<linearGradient id="p">${'<stop/>'.repeat(300)}</linearGradient><g fill="url(#p)">${shape.repeat(100)}</g>`,
      ),
    ],
    ['500 transparent groups', svg('<g opacity=".9"/>'.repeat(500))],
    ['a style sheet of many rules', svg(`<style>${'.a{opacity:.5}'.repeat(5000)}</style>${shape}`)],
    [
      'selectors that are matched against many elements',
      svg(`<style>${'q,'.repeat(9_000)}q{opacity:.5}</style>${'<g/>'.repeat(4_000)}`),
    ],
    [
      'selectors that are matched against many classes',
      svg(
        `<style>${'.q,'.repeat(6_000)}q{opacity:.5}</style>${`<g class="${'a '.repeat(200)}"/>`.repeat(2_000)}`,
      ),
    ],
    [
      'many references to elements of one id',
      svg('<g id="a"/>'.repeat(4_000) + `<g style="${'x:url(#a);'.repeat(20_000)}"/>`.repeat(10)),
    ],
    ['4,000 groups in each other', svg('<g>'.repeat(4_000) + '</g>'.repeat(4_000))],
    [
      'a chain of 4,000 references',
      svg(Array.from({ length: 4_000 }, (_, n) => `<g id="a${n}"><use href="#a${n + 1}"/></g>`).join('')),
    ],
    ['transparent groups in each other', svg('<g opacity=".9">'.repeat(20) + '</g>'.repeat(20))],
  ])('with %s is refused as too complex', (_, file) => expect(svgProblem(file)).toMatch(/too complex/));

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
    [
      'a filter under another prefix',
      svg('<s:filter id="a"/>', 'xmlns:s="http://www.w3.org/2000/svg"'),
      /filter/,
    ],
    ['a filter in a style', svg('<rect style="filter:blur(999px)"/>'), /filter/],
    [
      'a divided style that loads',
      svg('<style>.a{fill:u<!-- -->rl(http://example.com)}</style>'),
      /loads other files/,
    ],
    ['a billion copies', svg(laughs.join('')), /too complex/],
    ['copies of itself', svg('<g id="a"><use href="#a"/></g>'), /too complex/],
    ['10,000 shapes', svg('<path d=""/>'.repeat(10_000)), /too complex/],
    ['no end', Buffer.from('<svg><g>'), /damaged/],
    ['other bytes', Buffer.from([0x3c, 0x73, 0x76, 0x67, 0x3e, 0xff, 0xfe]), /damaged/],
    ['another root', Buffer.from('<html><svg></svg></html>'), /./],
  ])('with %s is refused', (_, file, problem) => expect(svgProblem(file)).toMatch(problem));

  it.each([
    ['spaces', (count: number) => svg(`<rect fill="url(${' '.repeat(count * 3)}x"/>`)],
    ['comments without an end', (count: number) => svg(`<style>${'/* '.repeat(count * 3)}</style>`)],
    ['text without a rule', (count: number) => svg(`<style>${'a'.repeat(count * 6)}</style>`)],
    ['references', (count: number) => svg(`<path id="a" style="${'fill:url(#b);'.repeat(count)}"/>`)],
  ])('with more %s is read in time that grows as the file does', (_, make) => {
    const cost = (file: Buffer) => fastest(() => svgProblem(file));
    // 16 times the length; time that grows with its square would be 256 times as long.
    expect(cost(make(40_000)) / cost(make(2_500))).toBeLessThan(64);
  });

  // Unclosed comments of 0.7 MB took more than 28 s, because every token searched the rest of the file for its end.
  it.each([
    ['comments', '<!--a>'],
    ['CDATA sections', '<![CDATA[a>'],
    ['processing instructions', '<?xml '],
    ['document types', '<!a'],
  ])('with unclosed %s is damaged', (_, token) =>
    expect(svgProblem(Buffer.from(`<svg>${token.repeat(400_000)}`))).toBe('This SVG is damaged'));
});

/** Milliseconds of the fastest of several runs, at least one: a machine that is busy for a moment does not count. */
function fastest(work: () => void): number {
  const runs = Array.from({ length: 5 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.max(1, Math.min(...runs));
}
