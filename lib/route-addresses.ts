import { join } from 'node:path';
import type { Plugin } from 'vite';
import { routeAddresses } from '#shared/api/route-addresses.ts';
import { projectRoot } from './bundle.ts';

const module = join(projectRoot, 'shared', 'api', 'route-addresses.ts');

/**
 * Vite plugin that replaces the routes by their addresses, without their schemas and the validator. That saves 30 KB on
 * every page.
 */
export function plainRouteAddresses(): Plugin {
  return {
    name: 'plain-route-addresses',
    apply: 'build',
    load: (id) => (id === module ? `export const routeAddresses = ${JSON.stringify(routeAddresses)};` : null),
  };
}
