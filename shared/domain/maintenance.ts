/**
 * Mode of the maintenance switch: stops nothing, the models' work, or everything that writes.
 */
export const maintenanceModes = ['off', 'generation', 'all'] as const;

export type MaintenanceMode = (typeof maintenanceModes)[number];

/**
 * Names of the adapters: ways of making pictures with one image model, with two, or with the cut-out alone. Staff can
 * take one out of service.
 */
export const adapterNames = [
  'stability-structure',
  'sd35-image-to-image',
  'stability-composite',
  'stability-search-replace',
  'photo-retouch',
] as const;

export type AdapterName = (typeof adapterNames)[number];
