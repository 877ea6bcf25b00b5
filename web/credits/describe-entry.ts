import type { LedgerEntry } from '#shared/api/account.ts';
import { redoReasonTexts } from '#shared/domain/redo.ts';
import { numberOf } from '#web/lib/format.ts';

/** Credits by which an entry changed the available credits; negative for a decrease. */
export function changeOf({ free, subscription, purchased }: LedgerEntry): number {
  return free + subscription + purchased;
}

/** A change as text: `+15`, `−1` (with a true minus), `0`. */
export function signed(change: number): string {
  return change > 0 ? `+${numberOf(change)}` : change < 0 ? `−${numberOf(-change)}` : '0';
}

/** Title and explanation of a ledger entry; `detail` is empty if the title is enough. */
export function describeEntry(entry: LedgerEntry): { readonly title: string; readonly detail: string } {
  const { kind, note } = entry;
  switch (kind) {
    case 'free':
      return { title: 'Free credits', detail: 'Given when you joined' };
    case 'spend':
      return { title: note || 'Picture', detail: isOfVariations(entry) ? '2 variations' : '' };
    case 'refund':
      return { title: note || 'Picture', detail: 'Refunded' };
    case 'redo': {
      const reason = entry.reason && redoReasonTexts[entry.reason];
      return { title: note || 'Picture', detail: ['Free redo', reason].filter(Boolean).join(' · ') };
    }
    case 'plan':
      return {
        title: note ? `${note} plan` : 'Monthly plan',
        detail: changeOf(entry) === 0 ? 'Bought twice, credits withheld' : 'Monthly credits',
      };
    case 'topup':
      return { title: 'Top-up', detail: changeOf(entry) === 0 ? `${note} · credits withheld` : note };
    case 'stripe-refund':
      return describeReversal(entry, { begun: 'Payment refunded', undone: 'Refund reversed' });
    case 'dispute':
      return describeReversal(entry, { begun: 'Payment disputed', undone: 'Dispute settled' });
    case 'adjust':
      return { title: 'Adjusted by our team', detail: note };
  }
}

/** Whether the entry is the charge for a generation, and not for a picture that was continued for a platform. */
export function isOfVariations({ id, kind }: LedgerEntry): boolean {
  return kind === 'spend' && !id.startsWith('spend#outpaint-');
}

/** A refund or a dispute, or its undoing, which has an entry of its own. If no credits changed, the detail says why. */
function describeReversal(
  entry: LedgerEntry,
  titles: { readonly begun: string; readonly undone: string },
): { readonly title: string; readonly detail: string } {
  const isUndone = entry.id.endsWith('#undone');
  const reason = isUndone ? 'credits still withdrawn' : 'no credits withdrawn';
  return {
    title: isUndone ? titles.undone : titles.begun,
    detail: [entry.note, changeOf(entry) === 0 ? reason : ''].filter(Boolean).join(' · '),
  };
}
