/** What a drawing of shapes is made of. */
const shapes = new Set([
  ...[
    'svg',
    'g',
    'defs',
    'symbol',
    'use',
    'path',
    'rect',
    'circle',
    'ellipse',
    'line',
    'polyline',
    'polygon',
  ],
  ...['linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'title', 'desc', 'metadata', 'style'],
]);

const reasons: Readonly<Record<string, string>> = {
  script: 'This SVG contains a script',
  text: 'This SVG contains text that needs a font. Please convert it to paths, or choose a PNG',
  image: 'This SVG contains a picture. Please choose a PNG instead',
  foreignObject: 'This SVG contains a web page. Please choose a PNG instead',
};

const mostElements = 5_000;
/** Elements with everything that is used repeatedly counted each time. */
const mostDrawn = 20_000;

interface Element {
  readonly name: string;
  readonly id: string | undefined;
  /** The id of the element that a `use` repeats. */
  readonly uses: string | undefined;
  readonly children: Element[];
}

/**
 * Whether an SVG is a drawing of shapes alone, of limited size: only those are given to the library that draws them.
 * Scripts, entities, fonts, filters, pictures and addresses outside of the document are refused.
 *
 * @returns What is wrong with it, for people; undefined for a plain drawing.
 */
export function svgProblem(file: Uint8Array): string | undefined {
  const text = readText(file);
  const root = text === undefined ? 'damaged' : parse(text);
  if (root === 'damaged') return 'This SVG is damaged';
  if (typeof root === 'string') return root;
  return drawnElements(root) > mostDrawn ? tooComplex : undefined;
}

const tooComplex = 'This SVG is too complex. Please choose a PNG instead';

function readText(file: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return undefined;
  }
}

/** One part of a document at a time: comment, character data, instruction, type, or tag. */
const part =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^>[]*(?:\[|>)|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The tree of a document, or what is wrong with it. */
function parse(text: string): Element | string {
  const open: Element[] = [];
  let root: Element | undefined;
  let count = 0;
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const [match, closes, prefixed, attributes = '', isEmpty] = part.exec(text) ?? [];
    if (match === undefined) return 'damaged';
    if (match.startsWith('<!') && match.endsWith('[') && !match.startsWith('<!['))
      return 'This SVG defines entities';
    if (prefixed === undefined) {
      const problem = problemOfText(match, open.at(-1)?.name);
      if (problem !== undefined) return problem;
      continue;
    }
    const name = prefixed.replace(/^svg:/, '');
    if (closes) {
      if (open.pop()?.name !== name) return 'damaged';
      continue;
    }
    const element: Element = { name, children: [], ...referencesOf(attributes) };
    const problem = problemOfElement(element, attributes);
    if (problem !== undefined) return problem;
    count += 1;
    if (count > mostElements) return tooComplex;
    if (!root) root = element;
    else if (open.length === 0) return 'damaged';
    open.at(-1)?.children.push(element);
    if (!isEmpty) open.push(element);
  }
  return root?.name === 'svg' && open.length === 0 ? root : 'damaged';
}

/** Only a style sheet can do something outside of a tag. */
function problemOfText(text: string, parent: string | undefined): string | undefined {
  if (text.startsWith('<?') && !/^<\?xml\s/.test(text)) return 'This SVG loads other files';
  if (parent !== 'style' || text.startsWith('<!--')) return undefined;
  return problemOfStyle(text);
}

function problemOfElement({ name }: Element, attributes: string): string | undefined {
  // What editors keep for themselves is not drawn.
  const isOfEditor = name.includes(':') && !/:(?:script|include|text|image|foreignObject)$/.test(name);
  const plain = name.replace(/^.*:/, '');
  if (!isOfEditor && !shapes.has(name))
    return reasons[plain] ?? `This SVG contains “${plain.slice(0, 30)}”. Please choose a PNG instead`;
  for (const [, key = '', double, single] of attributes.matchAll(attribute)) {
    const value = double ?? single ?? '';
    if (/^on/i.test(key)) return reasons.script;
    if (/(?:^|:)(?:href|src|base)$/i.test(key) && !isOfEditor && !value.trim().startsWith('#'))
      return 'This SVG loads other files';
    const problem = key.startsWith('xmlns') || isOfEditor ? undefined : problemOfStyle(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Of the value of an attribute or of a style sheet. */
function problemOfStyle(value: string): string | undefined {
  const plain = value.replace(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi, (_, hex, decimal) =>
    character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  );
  // A backslash can hide any of the words below.
  if (/@import|@font-face|\\|javascript:|url\(\s*["']?\s*(?!["'#\s])/i.test(plain))
    return 'This SVG loads other files';
  return undefined;
}

function character(codePoint: number): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
}

function referencesOf(attributes: string): Pick<Element, 'id' | 'uses'> {
  let id: string | undefined;
  let uses: string | undefined;
  for (const [, key = '', double, single] of attributes.matchAll(attribute)) {
    const value = (double ?? single ?? '').trim();
    if (key === 'id') id = value;
    if (/^(?:xlink:)?href$/.test(key)) uses = value.replace(/^#/, '');
  }
  return { id, uses };
}

/** How many elements are drawn, where each `use` draws again what it repeats; infinite for one that repeats itself. */
function drawnElements(root: Element): number {
  const byId = new Map<string, Element>();
  const counts = new Map<Element, number>();
  const collect = (element: Element): void => {
    if (element.id !== undefined) byId.set(element.id, element);
    element.children.forEach(collect);
  };
  const countOf = (element: Element): number => {
    const known = counts.get(element);
    if (known !== undefined) return known;
    counts.set(element, Number.POSITIVE_INFINITY);
    const used = element.uses === undefined ? undefined : byId.get(element.uses);
    let count = 1 + (used ? countOf(used) : 0);
    for (const child of element.children) count += countOf(child);
    counts.set(element, count);
    return count;
  };
  collect(root);
  return countOf(root);
}
