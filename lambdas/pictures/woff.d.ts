/** A font file, which the bundler includes unchanged. */
declare module '*.woff' {
  const bytes: Uint8Array<ArrayBuffer>;
  // biome-ignore lint/style/noDefaultExport: the bundler exports a file's bytes so.
  export default bytes;
}
