import * as z from 'zod';
import { type Engine, newId, randomLetters } from './engine.ts';
import type { WebhookEndpoint } from './objects.ts';
import { apiVersion } from './objects.ts';
import { listOperation, type Operation, operation } from './operation.ts';
import { boolean, mergeMetadata, metadata, text, unsettable, url } from './parameters.ts';
import { resourceMissing } from './stripe-error.ts';

const requireEndpoint = (engine: Engine, id: string): WebhookEndpoint => {
  const endpoint = engine.store.find('webhookEndpoints', id);
  if (!endpoint) throw resourceMissing('webhook endpoint', id);
  return endpoint;
};

/** Stripe returns the secret only once, when the endpoint is created. */
const withoutSecret = ({ secret: _secret, ...endpoint }: WebhookEndpoint): WebhookEndpoint => endpoint;

const enabledEvents = z
  .array(z.string().regex(/^(\*|[a-z_]+(\.[a-z_]+)+)$/, { error: 'not the type of an event' }))
  .min(1);

export const webhookOperations: Operation[] = [
  operation(
    'POST',
    '/v1/webhook_endpoints',
    {
      api_version: z.literal(apiVersion).optional(),
      description: unsettable(text).optional(),
      enabled_events: enabledEvents,
      metadata: metadata.optional(),
      url,
    },
    (engine, { description, enabled_events: events, metadata: labels, ...rest }) =>
      engine.store.put('webhookEndpoints', {
        id: newId('we'),
        object: 'webhook_endpoint',
        api_version: rest.api_version ?? null,
        application: null,
        created: engine.seconds(),
        description: description ?? null,
        enabled_events: events,
        livemode: false,
        metadata: mergeMetadata({}, labels),
        secret: `whsec_${randomLetters(32)}`,
        status: 'enabled',
        url: rest.url,
      }),
  ),
  operation('GET', '/v1/webhook_endpoints/:id', {}, (engine, _params, id) =>
    withoutSecret(requireEndpoint(engine, id)),
  ),
  operation(
    'POST',
    '/v1/webhook_endpoints/:id',
    {
      description: unsettable(text).optional(),
      disabled: boolean.optional(),
      enabled_events: enabledEvents.optional(),
      metadata: metadata.optional(),
      url: url.optional(),
    },
    (engine, params, id) => {
      const before = requireEndpoint(engine, id);
      return withoutSecret(
        engine.store.put('webhookEndpoints', {
          ...before,
          description: params.description === undefined ? before.description : params.description,
          enabled_events: params.enabled_events ?? before.enabled_events,
          metadata: mergeMetadata(before.metadata, params.metadata),
          status: params.disabled === undefined ? before.status : params.disabled ? 'disabled' : 'enabled',
          url: params.url ?? before.url,
        }),
      );
    },
  ),
  listOperation('/v1/webhook_endpoints', 'webhook endpoint', {}, (engine) =>
    engine.store.all('webhookEndpoints').map(withoutSecret),
  ),
  operation('DELETE', '/v1/webhook_endpoints/:id', {}, (engine, _params, id) => {
    requireEndpoint(engine, id);
    engine.store.remove('webhookEndpoints', id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
];
