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
  const change = changeOf(entry);
  switch (kind) {
    case 'free':
      return { title: 'Free credits', detail: 'Given when you joined' };
    case 'spend':
      return { title: note || 'Picture', detail: '2 variations' };
    case 'refund':
      return { title: note || 'Picture', detail: 'Refunded' };
    case 'redo': {
      const reason = entry.reason && redoReasonTexts[entry.reason];
      return { title: note || 'Picture', detail: ['Free redo', reason].filter(Boolean).join(' · ') };
    }
    case 'plan':
      return { title: note ? `${note} plan` : 'Monthly plan', detail: 'Monthly credits' };
    case 'topup':
      return { title: 'Top-up', detail: note };
    case 'stripe-refund':
      if (change > 0) return { title: 'Refund reversed', detail: note };
      return { title: 'Payment refunded', detail: reversed(note, change) };
    case 'dispute':
      if (change > 0) return { title: 'Dispute settled', detail: note };
      return { title: 'Payment disputed', detail: reversed(note, change) };
    case 'adjust':
      return { title: 'Adjusted by our team', detail: note };
  }
}

/** The refunded credits had all been spent, so none were withdrawn. */
function reversed(note: string, change: number): string {
  return change < 0 ? note : [note, 'credits already used'].filter(Boolean).join(' · ');
}
