import { useEffect, useState } from 'react';
import type { Offer } from '#shared/api/site.ts';
import { FREE_CREDITS, topUpPacks } from '#shared/domain/plans.ts';
import { logError } from './log-error.ts';

/** The specification's offer, which the pages are built with. */
const specified: Offer = {
  freeCredits: FREE_CREDITS,
  outpaintCredits: 0,
  specialPackLabel: topUpPacks.SPECIAL_50.label,
  maintenance: 'off',
};

/**
 * The staff's settings of the offer, for texts; the specification's values until they are loaded, and if they cannot be
 * loaded. Does not use the API client, which public pages do not load.
 */
export function useOffer(): Offer {
  const [offer, setOffer] = useState(specified);
  useEffect(() => {
    const controller = new AbortController();
    fetch('/api/public/offer', { signal: controller.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(`The offer answered ${response.status}`);
        setOffer((await response.json()) as Offer);
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) logError(error);
      });
    return () => controller.abort();
  }, []);
  return offer;
}
