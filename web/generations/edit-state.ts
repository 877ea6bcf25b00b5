/** A finished picture to go on from. */
export interface ExistingImage {
  readonly generationId: string;
  readonly variation: number;
  readonly previewUrl: string;
  readonly name: string;
  /** The ad format it was made in; null for menu pictures. */
  readonly formatId: string | null;
}

/** Navigation state with which the gallery opens the studio at `/` (customer-product.md section 2). */
export interface EditState {
  readonly editMode: true;
  readonly existingImage: ExistingImage;
  readonly goToStep: 3;
  readonly finalTouchesOnly: true;
}

/** The navigation state for editing a picture. */
export function editState(existingImage: ExistingImage): EditState {
  return { editMode: true, existingImage, goToStep: 3, finalTouchesOnly: true };
}

/** Reads navigation state; undefined if it is not an edit. */
export function editStateOf(state: unknown): EditState | undefined {
  const candidate = state as Partial<EditState> | null | undefined;
  return candidate?.editMode === true && candidate.existingImage !== undefined
    ? (candidate as EditState)
    : undefined;
}
