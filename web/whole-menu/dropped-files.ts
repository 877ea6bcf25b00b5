/** Maximum number of files in dropped folders that are read: far more than a menu has dishes. */
const maxFiles = 2_000;

/** The dropped or pasted files, also those in folders. Must be called synchronously in the event handler. */
export async function filesOf(data: DataTransfer): Promise<File[]> {
  const entries = [...data.items].flatMap((item): (File | FileSystemEntry)[] => {
    if (item.kind !== 'file') return [];
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    return entry?.isDirectory ? [entry] : file ? [file] : [];
  });
  const files: File[] = [];
  for (const entry of entries) {
    if (entry instanceof File) files.push(entry);
    else await collect(entry, files);
  }
  return files;
}

async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (files.length >= maxFiles) return;
  if (isFile(entry)) {
    // A file that cannot be read becomes an empty file, so that it is reported by name; the others are used.
    files.push(
      await new Promise<File>((resolve) => entry.file(resolve, () => resolve(new File([], entry.name)))),
    );
    return;
  }
  if (!isDirectory(entry)) return;
  const reader = entry.createReader();
  const inside: FileSystemEntry[] = [];
  for (;;) {
    // Each call returns a part of the entries, until none are left.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) break;
    inside.push(...part);
  }
  inside.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  for (const each of inside) await collect(each, files);
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
