/** A file that somebody took out of PlatePost, as an approval record lists it. */
export const takenFile = {
  name: 'delivered',
  via: 'download',
  platform: null,
  imageType: null,
  width: 1080,
  height: 1080,
  isWatermarked: false,
  isContinued: false,
  checks: [],
} as const;
