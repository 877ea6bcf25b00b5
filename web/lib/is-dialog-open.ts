const dialogs = '[role=dialog], [role=alertdialog]';

/** Whether a dialog is open over the page, so that keys and drops do not belong to the page. */
export function isDialogOpen(): boolean {
  return document.querySelector(dialogs) !== null;
}

/** The dialog with this element; null if it is on the page. */
export function dialogOf(element: Element): Element | null {
  return element.closest(dialogs);
}
