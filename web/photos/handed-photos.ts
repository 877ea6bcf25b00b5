let waiting: readonly File[] = [];

/** Keeps photos for the screen that is opened next: an address cannot carry them. */
export function handPhotos(photos: readonly File[]): void {
  waiting = photos;
}

/** The photos that the screen before has handed over, once. */
export function takeHandedPhotos(): readonly File[] {
  const taken = waiting;
  waiting = [];
  return taken;
}
