/** Elements of which a drawing of shapes consists. */
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
/** Greatest cost of a drawing, in elements. An element that is referenced repeatedly counts each time. */
const mostDrawn = 20_000;
/** Most characters of costly style rules. */
const mostStyle = 20_000;
/** Most characters of costly style rules, times the elements and classes against which each rule is matched. */
const mostMatched = 6_000_000;
/** Cost of a mask, in plain shapes that take as long to draw if both fill the canvas. */
const maskCost = 400;
/** Cost of a group that is drawn to a layer of its own because it is transparent as a whole, in the same unit. */
const layerCost = 50;
/** Greatest nesting of masks and transparent groups. Each layer takes 16 MB or more until the innermost is drawn. */
const mostLayers = 10;
/** Greatest nesting of elements, and longest chain of references. */
const mostNested = 200;

interface Element {
  readonly name: string;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  /** Ids of the elements that `href` names. */
  readonly uses: readonly string[];
  /** Its attributes as the declarations of a style sheet. */
  readonly declarations: string;
  readonly children: Element[];
}

/** A rule of a style sheet. */
interface Rule {
  readonly selectors: readonly string[];
  readonly declarations: string;
}

interface Drawing {
  readonly root: Element;
  readonly rules: readonly Rule[];
}

/**
 * Checks that an SVG is a drawing of shapes of limited cost; only such files are given to the library that renders
 * them. Scripts, entities, fonts, filters, pictures and addresses outside of the document are refused.
 * @returns What is wrong with it, for people; undefined for a plain drawing.
 */
export function svgProblem(file: Uint8Array): string | undefined {
  const text = readText(file);
  const drawing = text === undefined ? 'damaged' : parse(text);
  if (drawing === 'damaged') return 'This SVG is damaged';
  if (typeof drawing === 'string') return drawing;
  const { cost, layers } = costOf(drawing);
  return cost > mostDrawn || layers > mostLayers ? svgTooComplex : undefined;
}

/** For an SVG whose drawing would take, or has taken, too much. */
export const svgTooComplex = 'This SVG is too complex. Please choose a PNG instead';

function readText(file: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return undefined;
  }
}

/**
 * Tokens of a document: comment, character data, processing instruction, document type, or tag. An unclosed one matches
 * nothing, so that no later token searches for its end again.
 */
const part =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!(?!--|\[CDATA\[)[^>[]*(?:\[|>)|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Parses a document into its tree and the rules of its style sheets, or returns what is wrong with it. */
function parse(text: string): Drawing | string {
  const open: Element[] = [];
  // Prefixes of the SVG namespace.
  const prefixes = new Set(['svg']);
  let sheets = '';
  let root: Element | undefined;
  let count = 0;
  let matched = 0;
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const [match, closes, prefixed, written = '', isEmpty] = part.exec(text) ?? [];
    if (match === undefined) return 'damaged';
    if (match.startsWith('<!') && match.endsWith('[') && !match.startsWith('<!['))
      return 'This SVG defines entities';
    if (prefixed === undefined) {
      if (match.startsWith('<?') && !/^<\?xml\s/.test(match)) return 'This SVG loads other files';
      // Comments and CDATA sections may divide the text of a style sheet.
      if (open.at(-1)?.name === 'style' && !match.startsWith('<!--'))
        sheets += match.startsWith('<![CDATA[') ? match.slice(9, -3) : plainText(match);
      continue;
    }
    const attributes = attributesOf(written);
    for (const [key, value] of attributes)
      if (value === svgNamespace && key.startsWith('xmlns:')) prefixes.add(key.slice('xmlns:'.length));
    const [prefix = '', local] = prefixed.split(':');
    const name = local !== undefined && prefixes.has(prefix) ? prefixed.slice(prefix.length + 1) : prefixed;
    if (closes) {
      if (open.pop()?.name !== name) return 'damaged';
      continue;
    }
    const element: Element = { name, children: [], ...describe(attributes) };
    const problem = problemOfElement(element, attributes);
    if (problem !== undefined) return problem;
    count += 1;
    if (count > mostElements) return svgTooComplex;
    matched += 1 + element.classes.length;
    if (!root) root = element;
    else if (open.length === 0) return 'damaged';
    open.at(-1)?.children.push(element);
    if (!isEmpty) open.push(element);
    if (open.length > mostNested) return svgTooComplex;
  }
  if (root?.name !== 'svg' || open.length > 0) return 'damaged';
  const sheet = sheets.replace(/\s+/g, ' ');
  const problem = problemOfStyle(sheet);
  if (problem !== undefined) return problem;
  const rules = rulesOf(sheet);
  const length = lengthOf(rules);
  return length > mostStyle || length * matched > mostMatched ? svgTooComplex : { root, rules };
}

const svgNamespace = 'http://www.w3.org/2000/svg';

type Attributes = readonly (readonly [key: string, value: string])[];

function attributesOf(written: string): Attributes {
  return [...written.matchAll(attribute)].map(([, key = '', double, single]) => [
    key,
    // Runs of white space become one space, so that no pattern below backtracks over them.
    plainText(double ?? single ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
  ]);
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces character references by their characters. */
function plainText(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/gi,
    (_, hex?: string, decimal?: string, name = '') =>
      characters[name] ?? character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  );
}

function problemOfElement({ name }: Element, attributes: Attributes): string | undefined {
  // Elements of an editor's own namespace are not drawn.
  const isOfEditor = name.includes(':') && !/:(?:script|include|text|image|foreignObject)$/.test(name);
  const plain = name.replace(/^.*:/, '');
  if (!isOfEditor && !shapes.has(name))
    return reasons[plain] ?? `This SVG contains “${plain.slice(0, 30)}”. Please choose a PNG instead`;
  for (const [key, value] of attributes) {
    if (/^on/i.test(key)) return reasons.script;
    if (/(?:^|:)(?:href|src|base)$/i.test(key) && !isOfEditor && !value.startsWith('#'))
      return 'This SVG loads other files';
    const problem =
      key.startsWith('xmlns') || isOfEditor ? undefined : problemOfStyle(declaration(key, value));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Checks declarations: a whole style sheet or those of one element. */
function problemOfStyle(text: string): string | undefined {
  // A backslash escape could hide any of the words below.
  if (/@import|@font-face|\\|javascript:|url\(\s*["']?\s*(?!["'#\s])/i.test(text))
    return 'This SVG loads other files';
  if (text.match(comment)?.some((hidden) => costly.test(hidden))) return svgTooComplex;
  const plain = text.replace(comment, '');
  if (/(?<![-\w])filter\s*:\s*(?!none\b)\S/i.test(plain))
    return 'This SVG contains “filter”. Please choose a PNG instead';
  // An inherited value cannot be counted at the element that declares it.
  return /(?<![-\w])(?:mask|clip-path)\s*:\s*inherit/i.test(plain) ? svgTooComplex : undefined;
}

const comment = /\/\*(?:[\s\S]*?\*\/|[\s\S]*$)/g;
/** These must not stand in a comment, because a string can make declarations look like one. */
const costly = /url\(|opacity|mask|clip-path|filter|blend|isolation/i;

function character(codePoint: number): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
}

function declaration(key: string, value: string): string {
  if (key === 'style') return value;
  return key.includes(':') ? '' : `${key}:${value}`;
}

function describe(all: Attributes): Omit<Element, 'name' | 'children'> {
  const first = (name: string) => all.find(([key]) => key === name)?.[1];
  return {
    id: first('id'),
    classes: first('class')?.split(/\s+/) ?? [],
    uses: all.flatMap(([key, value]) => (/(?:^|:)href$/.test(key) ? [value.replace(/^#/, '')] : [])),
    declarations: all
      .map(([key, value]) => declaration(key, value))
      .join(';')
      .replace(comment, ''),
  };
}

/**
 * The rules of style sheets that contain costly declarations. Costly declarations outside of what looks like a rule
 * count for every element.
 */
function rulesOf(sheet: string): Rule[] {
  const blocks = sheet.replace(comment, '').split('}');
  const rest = [blocks.pop() ?? ''];
  const rules = blocks.map((block) => {
    const parts = block.split('{');
    const declarations = parts.pop() ?? '';
    const selectors = parts.pop() ?? '*';
    rest.push(parts.join(';'));
    return { selectors: selectors.split(','), declarations };
  });
  return [...rules, { selectors: ['*'], declarations: rest.join(';') }].filter(({ declarations }) =>
    costly.test(declarations),
  );
}

function lengthOf(rules: readonly Rule[]): number {
  return rules.reduce(
    (sum, { selectors, declarations }) => sum + selectors.join().length + declarations.length,
    0,
  );
}

/**
 * Whether a selector can select the element. Its ancestors and siblings are ignored, so the answer errs towards yes.
 */
function selects(selector: string, { name, id, classes }: Element): boolean {
  const subject =
    selector
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  if (!/^[\w-]*(?:[.#][\w-]+)*$/.test(subject)) return true;
  const [tag = '', ...others] = subject.split(/(?=[.#])/);
  const parts = /^[.#]/.test(tag) ? [tag, ...others] : others;
  if (parts.length === others.length && tag !== '' && tag !== name) return false;
  return parts.every((part) =>
    part.startsWith('.') ? classes.includes(part.slice(1)) : id === part.slice(1),
  );
}

interface Cost {
  readonly cost: number;
  /** Greatest nesting of masks and transparent groups. */
  readonly layers: number;
}

/**
 * Cost of drawing, in elements. Whatever is referenced (by `use`, mask, clip path or paint) counts each time; a
 * reference to itself costs infinity.
 */
function costOf({ root, rules }: Drawing): Cost {
  const byId = new Map<string, Element[]>();
  const costs = new Map<Element, Cost>();
  const collect = (element: Element): void => {
    if (element.id !== undefined) byId.set(element.id, [...(byId.get(element.id) ?? []), element]);
    element.children.forEach(collect);
  };
  const costsOfIds = new Map<string, Cost>();
  const costOfId = (id: string): Cost => {
    const cost = costsOfIds.get(id) ?? sumOf((byId.get(id) ?? []).map(costOfOne));
    costsOfIds.set(id, cost);
    return cost;
  };
  const named = (ids: readonly string[]) => sumOf(ids.map(costOfId));
  let depth = 0;
  const costOfOne = (element: Element): Cost => {
    const known = costs.get(element);
    if (known) return known;
    const endless = { cost: Number.POSITIVE_INFINITY, layers: 0 };
    costs.set(element, endless);
    if (depth > 2 * mostNested) return endless;
    depth += 1;
    const style = [
      element.declarations,
      ...rules
        .filter(({ selectors }) => selectors.some((selector) => selects(selector, element)))
        .map(({ declarations }) => declarations),
    ].join(';');
    const drawn = [sumOf(element.children.map(costOfOne)), named(element.uses)];
    const inside = 1 + drawn.reduce((sum, { cost }) => sum + cost, 0);
    // Every shape in a group inherits the group's paint.
    const paints = named(referencesIn(style, true));
    const others = named(referencesIn(style, false));
    const masks = /(?<![-\w])mask\s*:\s*(?!none\b)\S/i.test(style) ? 1 : 0;
    const transparent = transparency.test(style) ? 1 : 0;
    const result = {
      cost:
        inside +
        (paints.cost && paints.cost * inside) +
        others.cost +
        masks * maskCost +
        transparent * layerCost,
      layers: masks + transparent + Math.max(others.layers, ...drawn.map(({ layers }) => layers)),
    };
    costs.set(element, result);
    depth -= 1;
    return result;
  };
  collect(root);
  return costOfOne(root);
}

function sumOf(parts: readonly Cost[]): Cost {
  let [cost, layers] = [0, 0];
  for (const part of parts) {
    cost += part.cost;
    layers = Math.max(layers, part.layers);
  }
  return { cost, layers };
}

/** A whole element that is not opaque, or that is blended with what is below it, needs a layer. */
const transparency =
  /(?<![-\w])opacity\s*:\s*(?!1(?:\.0*)?\s*(?:;|$))[^\s;]|mix-blend-mode\s*:\s*(?!normal\b)\S|isolation\s*:\s*(?!auto\b)\S/i;

/** Ids that declarations reference: for fills and strokes with `asPaint`, otherwise for anything else. */
function referencesIn(style: string, asPaint: boolean): string[] {
  return [...style.matchAll(/((?<![-\w])(?:fill|stroke)\s*:\s*)?url\(\s*["']?\s*#([^"')]*)/gi)]
    .filter(([, paint]) => (paint !== undefined) === asPaint)
    .map(([, , id = '']) => id.trim());
}
