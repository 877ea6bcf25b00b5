export type PromoPosition = 'top' | 'bottom' | 'center';

/** Where a promotional text can stand, in the order of the wizard (specification, customer product, section 2). */
export const promoPositions: readonly { readonly id: PromoPosition; readonly name: string }[] = [
  { id: 'top', name: 'Top' },
  { id: 'bottom', name: 'Bottom' },
  { id: 'center', name: 'Center' },
];

export const defaultPromoPosition: PromoPosition = 'top';

/** Characters (specification, customer product, section 5). */
export const maxPromoTextLength = 100;

/** Reads a position in any letter case; undefined if it is none. */
export function promoPositionOf(text: string): PromoPosition | undefined {
  return promoPositions.find((position) => position.id === text.trim().toLowerCase())?.id;
}
