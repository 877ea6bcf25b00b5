/** Saves the file behind a link of this site, without leaving the page. */
export function saveLink(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Saves files one after the other, until `signal` aborts: a download that has just begun is cancelled by the next. */
export async function saveFiles(
  files: readonly { url: string; fileName: string }[],
  signal: AbortSignal,
): Promise<void> {
  for (const [index, { url, fileName }] of files.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, 2_000));
    if (signal.aborted) return;
    saveLink(url, fileName);
  }
}
