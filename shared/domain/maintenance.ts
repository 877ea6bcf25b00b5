/**
 * Mode of the maintenance switch: stops nothing, the models' work, or everything that writes.
 */
export const maintenanceModes = ['off', 'generation', 'all'] as const;

export type MaintenanceMode = (typeof maintenanceModes)[number];

/** Ways of drawing pictures, each with one image model or two; staff can take one out of service. */
export const adapterNames = [
  'stability-structure',
  'sd35-image-to-image',
  'stability-composite',
  'stability-search-replace',
] as const;

export type AdapterName = (typeof adapterNames)[number];
