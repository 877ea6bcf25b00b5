import { fittingName } from './dish-name.ts';
import type { Row } from './menu-draft.ts';

/** Names for dishes, read from a list. */
export interface NameList {
  /** Names in order, with their file names if the list contains them. An empty name keeps its place in a table. */
  readonly lines: readonly { readonly name: string; readonly fileName: string | null }[];
}

const nameHeading = /^(dish|name|dish name|item|item name|menu item|product|title)$/i;
const fileHeading = /^(file|filename|file name|photo|image|picture|foto)$/i;
const fileEnding = /\.(jpe?g|png|webp|hei[cf]|avif|gif|bmp|tiff?)$/i;

/**
 * The text of a file: UTF-16 by its byte order mark, UTF-8, or else Windows-1252, in which Excel saves a CSV on Windows.
 */
export function decodeText(file: ArrayBuffer): string {
  const [first, second] = new Uint8Array(file);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(file);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

/**
 * Parses a pasted list or a CSV: one name a line, or columns separated by tabs, semicolons or commas, with or without
 * quotes and a header. A column of file names assigns names to photos.
 */
export function readNames(text: string): NameList {
  const rows = cellsOf(text.replace(/^\uFEFF/, ''));
  const [header = []] = rows;
  const nameAt = header.findIndex((cell) => nameHeading.test(cell));
  const fileAt = header.findIndex((cell) => fileHeading.test(cell));
  const hasHeader = nameAt >= 0 || fileAt >= 0;
  const body = hasHeader ? rows.slice(1) : rows;
  const files = fileAt >= 0 ? fileAt : columnOfFiles(body);
  const names = nameAt >= 0 ? nameAt : files === 0 ? 1 : 0;
  const lines = body.map((cells) => ({
    name: fittingName(cells[names] ?? ''),
    fileName: (files >= 0 && cells[files]) || null,
  }));
  return { lines };
}

/** Index of the column whose cells look like file names of photos; -1 without one. */
function columnOfFiles(rows: readonly (readonly string[])[]): number {
  return (rows[0] ?? []).findIndex((_, at) => rows.every((cells) => fileEnding.test(cells[at] ?? '')));
}

/** The cells of a table, or the lines of a plain list, whose names may contain commas. */
function cellsOf(text: string): string[][] {
  const line = (text.split(/\r?\n/).find((each) => each.trim() !== '') ?? '').replace(/"[^"]*"/g, '');
  if (line.includes('\t')) return readTable(text, '\t');
  if (line.includes(';')) return readTable(text, ';');
  const rows = readTable(text, ',');
  const [header = []] = rows;
  const isTable =
    header.some((cell) => nameHeading.test(cell) || fileHeading.test(cell)) ||
    columnOfFiles(rows) >= 0 ||
    rows.every((cells) => cells.length === header.length && isNumber(cells.at(-1)));
  return isTable ? rows : readTable(text);
}

/** A price, for example: no name of a dish ends in one after a comma. */
function isNumber(cell = ''): boolean {
  return /^[£$€]?\s*\d+([.,]\d+)?\s*[£$€]?$/.test(cell);
}

/** Rows of cells, trimmed; empty rows are left out. A quoted cell may contain separators, quotes and line breaks. */
function readTable(text: string, separator?: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    cells.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (cells.some((each) => each !== '')) rows.push(cells);
    cells = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell.trim() === '') {
      isQuoted = true;
      cell = '';
    } else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  endRow();
  return rows;
}

/** The result of matching a list of names. */
export interface MatchedNames {
  /** Names by the keys of their photos. */
  readonly names: ReadonlyMap<string, string>;
  /** Number of names that were not assigned to a photo. */
  readonly unused: number;
}

/** Assigns names to photos: by file name if the list has file names, otherwise in order. */
export function matchNames(
  { lines }: NameList,
  rows: readonly Pick<Row, 'key' | 'fileName'>[],
): MatchedNames {
  const names = new Map<string, string>();
  const named = lines.filter(({ name }) => name !== '');
  if (lines.some(({ fileName }) => fileName !== null)) {
    const byFile = new Map(named.map(({ fileName, name }) => [stemOf(fileName ?? ''), name]));
    for (const { key, fileName } of rows) {
      const name = byFile.get(stemOf(fileName));
      if (name !== undefined) names.set(key, name);
    }
  } else {
    for (const [index, { key }] of rows.entries()) {
      const name = lines[index]?.name;
      if (name) names.set(key, name);
    }
  }
  return { names, unused: Math.max(0, named.length - names.size) };
}

/** A file's name without folders and extension, in one case. */
function stemOf(fileName: string): string {
  const name = fileName.split(/[/\\]/).at(-1) ?? '';
  return name.replace(fileEnding, '').trim().toLowerCase();
}
