let waiting: readonly File[] = [];

/** Stores photos for the next screen, because an address cannot contain them. */
export function handPhotos(photos: readonly File[]): void {
  waiting = photos;
}

/** Returns the photos from the previous screen and removes them. */
export function takeHandedPhotos(): readonly File[] {
  const taken = waiting;
  waiting = [];
  return taken;
}
