/** Whether a dialog or a question lies over the page, so that its keys and drops are not for the page. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null;
}
