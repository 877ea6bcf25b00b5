import { useEffect, useState } from 'react';
import type { Offer } from '#shared/api/site.ts';
import { FREE_CREDITS, topUpPacks } from '#shared/domain/plans.ts';
import { logError } from './log-error.ts';

/** The specification's offer, with which the pages are built. */
const specified: Offer = {
  freeCredits: FREE_CREDITS,
  outpaintCredits: 0,
  specialPackLabel: topUpPacks.SPECIAL_50.label,
  maintenance: 'off',
};

/**
 * The offer as staff have set it, for texts of public pages; the specification's values until it is loaded, and if that
 * fails. Does not use the API client, which those pages do not load.
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
