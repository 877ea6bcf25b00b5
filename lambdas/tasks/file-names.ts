/** Characters that some file system refuses in a name, and control characters. */
const refused = /[\p{C}/\\:*?"<>|]/gu;

/** Device names that Windows reserves. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Maximum length of a name without its extension, in characters; with a folder it stays below the 255 bytes of most
 * systems.
 */
const longest = 60;

/** Gives files of a ZIP names that every file system accepts, and none twice. */
export class FileNames {
  readonly #taken = new Set<string>();

  /**
   * The path of a file called `title`, in `folder` unless that is empty; numbered if it is taken. A title that is too
   * long is shortened, but not its `suffix`.
   */
  take(folder: string, title: string, extension: string, suffix = ''): string {
    const base = `${safeName(title, longest - suffix.length) || 'Picture'}${suffix}`;
    const directory = safeName(folder);
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? base : `${base} ${number}`;
      const path = `${directory === '' ? '' : `${directory}/`}${name}.${extension}`;
      // Windows and macOS ignore the case of names.
      const key = path.normalize('NFC').toLowerCase();
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return path;
    }
  }
}

function safeName(title: string, length = longest): string {
  const plain = title.normalize('NFC').replace(refused, ' ').replace(/\s+/g, ' ').trim();
  const short = [...plain]
    .slice(0, length)
    .join('')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '');
  return devices.test(short) ? `${short}_` : short;
}
