import { isDialogOpen } from '#web/lib/is-dialog-open.ts';
import { words } from './words.ts';

const groups = words.shortcutGroups;

/** Every shortcut, in the order of the help sheet. `keys` are pressed one after the other. */
export const shortcuts = [
  { action: 'studio', keys: ['g', 's'], group: groups.go, label: words.studio },
  { action: 'menuPack', keys: ['g', 'm'], group: groups.go, label: words.menuPack },
  { action: 'gallery', keys: ['g', 'g'], group: groups.go, label: words.gallery },
  { action: 'credits', keys: ['g', 'c'], group: groups.go, label: words.creditsAndBilling },
  { action: 'account', keys: ['g', 'a'], group: groups.go, label: words.myAccount },
  { action: 'search', keys: ['/'], group: groups.go, label: words.searchGallery },
  { action: 'new', keys: ['n'], group: groups.studio, label: words.newPicture },
  { action: 'goOn', keys: ['Enter'], group: groups.studio, label: words.goOn },
  { action: 'next', keys: ['ArrowRight'], group: groups.studio, label: words.nextStep },
  { action: 'previous', keys: ['ArrowLeft'], group: groups.studio, label: words.previousStep },
  { action: 'help', keys: ['?'], group: groups.help, label: words.showShortcuts },
] as const;

/** The rows of the help sheet: the shortcuts, and the studio's own key combinations. */
export const listedShortcuts = [
  ...shortcuts,
  { action: 'undo', keys: ['Ctrl', 'z'], group: groups.studio, label: words.undoChoice },
] as const;

export type ShortcutAction = (typeof shortcuts)[number]['action'];

/** Maximum time between the two keys of a shortcut, in milliseconds. */
const sequenceTimeout = 1500;

/** Reads keys one after the other; returns the action of a completed shortcut. */
export function shortcutReader(): (key: string, now: number) => ShortcutAction | undefined {
  let first: { key: string; at: number } | undefined;
  return (key, now) => {
    const before = first && now - first.at <= sequenceTimeout ? [first.key] : [];
    first = undefined;
    const completed = [[...before, key], [key]].flatMap((pressed) =>
      shortcuts.filter(({ keys }) => keys.join(' ') === pressed.join(' ')),
    )[0];
    if (completed) return completed.action;
    if (shortcuts.some(({ keys }) => keys.length > 1 && keys[0] === key)) first = { key, at: now };
    return undefined;
  };
}

/** Elements in which keys are text, or move through choices. */
const fields =
  'textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox], [role=textbox], [role=application], input:not([type=radio], [type=checkbox], [type=button], [type=submit])';
/** Elements that use Enter and the arrow keys themselves. */
const controls = 'a[href], button, input, summary, [role=slider], [role=radiogroup], [tabindex="0"]';

/** Whether a key may be used as a shortcut: no field, control, dialog or other command uses it. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest(fields) || isDialogOpen()) return false;
  return event.key.length === 1 || target.closest(controls) === null;
}
