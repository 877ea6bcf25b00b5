/** An element of a request's XML, without attributes and namespaces, which S3 does not need. */
export interface XmlElement {
  name: string;
  children: XmlElement[];
  text: string;
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** One XML element whose text is escaped, control characters included (S3 allows them in keys). */
export function xmlElement(name: string, text: string | number | boolean): string {
  return `<${name}>${escapeXml(String(text))}</${name}>`;
}

function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being escaped.
  return text.replace(/[&<>"\x00-\x1f\x7f]/g, (character) => {
    const named = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[character];
    return named ?? `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`;
  });
}

/** A document nested deeper than this is refused; S3's own requests need six levels. */
const deepest = 20;

/**
 * Parses an XML document without document type and returns its root element. Throws a SyntaxError when it is not
 * well formed.
 */
export function parseXml(source: string): XmlElement {
  const token =
    /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s<>/=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
  const outside: XmlElement = { name: '', children: [], text: '' };
  const open = [outside];
  const text = source.replace(/^\uFEFF/, '').trim();
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw new SyntaxError(`XML is not well formed at character ${at}.`);
    const [, cdata, closing, opening, , selfClosing, characters] = match;
    const inside = open.at(-1) ?? outside;
    if (characters !== undefined) inside.text += unescapeXml(characters);
    else if (cdata !== undefined) inside.text += cdata;
    else if (closing !== undefined) {
      if (open.length === 1 || inside.name !== localName(closing)) {
        throw new SyntaxError(`XML closes <${closing}> where it is not open.`);
      }
      open.pop();
    } else if (opening !== undefined) {
      if (open.length > deepest) throw new SyntaxError('XML is nested too deeply.');
      const element = { name: localName(opening), children: [], text: '' };
      inside.children.push(element);
      if (selfClosing === '') open.push(element);
    }
  }
  const [root] = outside.children;
  if (open.length > 1 || root === undefined || outside.children.length > 1 || outside.text.trim() !== '') {
    throw new SyntaxError('XML must have exactly one closed root element.');
  }
  return root;
}

/** All children of `element` with this name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Text of the first child with this name, or undefined. */
export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function unescapeXml(text: string): string {
  return text.replace(/&(#x[0-9a-fA-F]+|#\d+|\w+);?/g, (entity, body: string) => {
    const named = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[body];
    if (named !== undefined) return named;
    const code = body.startsWith('#x') ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
    if (!body.startsWith('#') || !(code <= 0x10ffff)) throw new SyntaxError(`XML has no entity ${entity}.`);
    return String.fromCodePoint(code);
  });
}
