import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';
import * as z from 'zod';

const storeSchema = z.object({
  active_manifest: z.string(),
  validation_state: z.enum(['Invalid', 'Valid', 'Trusted']),
  validation_results: z.object({
    activeManifest: z.object({ failure: z.array(z.object({ code: z.string() })) }),
  }),
  manifests: z.record(
    z.string(),
    z.looseObject({
      title: z.string(),
      claim_generator_info: z.array(z.looseObject({ name: z.string() })),
      signature_info: z.looseObject({ alg: z.string(), issuer: z.string() }),
      ingredients: z.array(z.looseObject({ title: z.string(), relationship: z.string() })).default([]),
      assertions: z.array(z.object({ label: z.string(), data: z.unknown() })),
    }),
  ),
});

/** What the official reader says of a JPEG; undefined if it has no manifest. `trusted` are root certificates in PEM. */
export async function readManifest(file: Buffer, { trusted }: { readonly trusted?: string } = {}) {
  const { resolve } = createRequire(import.meta.url);
  initSync({ module: readFileSync(resolve('@contentauth/c2pa-wasm/c2pa.wasm')) });
  const settings = { verify: { verify_trust: true }, ...(trusted && { trust: { trust_anchors: trusted } }) };
  let reader: WasmReader;
  try {
    reader = await WasmReader.fromBytes('image/jpeg', new Uint8Array(file), JSON.stringify(settings));
  } catch (error) {
    if (/no JUMBF data|JumbfNotFound/i.test(String(error))) return undefined;
    throw error;
  }
  const store = storeSchema.parse(JSON.parse(reader.json()));
  reader.free();
  const manifest = store.manifests[store.active_manifest];
  if (!manifest) throw new Error('The active manifest is missing');
  const dataOf = (label: string) => manifest.assertions.find((each) => each.label.startsWith(label))?.data;
  const { actions = [] } = (dataOf('c2pa.actions') ?? {}) as {
    actions?: { action: string; digitalSourceType?: string; description?: string }[];
  };
  return {
    state: store.validation_state,
    failures: store.validation_results.activeManifest.failure.map(({ code }) => code),
    title: manifest.title,
    generator: manifest.claim_generator_info[0]?.name,
    signer: manifest.signature_info.issuer,
    ingredients: manifest.ingredients,
    actions,
    dish: dataOf('example.platepost.dish'),
  };
}
