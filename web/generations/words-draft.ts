import { type Overlay, overlaySchema } from '#shared/domain/overlay.ts';

const key = (generationId: string) => `platepost.words.${generationId}`;

/** Words that were being edited in this tab when it was reloaded or left. */
export function readWordsDraft(generationId: string): Overlay | undefined {
  try {
    return overlaySchema.safeParse(JSON.parse(sessionStorage.getItem(key(generationId)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Keeps words that are being edited; undefined once they are saved or discarded. Without storage, a reload loses them. */
export function keepWordsDraft(generationId: string, overlay: Overlay | undefined): void {
  try {
    if (overlay) sessionStorage.setItem(key(generationId), JSON.stringify(overlay));
    else sessionStorage.removeItem(key(generationId));
  } catch (error) {
    reportError(error);
  }
}
