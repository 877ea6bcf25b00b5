/** Whether a dialog is open over the page, so that keys and drops do not belong to the page. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}
