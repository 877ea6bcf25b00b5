import { AppError } from '#lambdas/runtime/app-error.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { maxStyles, type SaveStyle, type Styles } from '#shared/api/styles.ts';
import { changeStyles } from './style-store.ts';
import { checkAccount } from './user-store.ts';

/**
 * Creates a house style, or changes the given fields of an existing one.
 * @throws AppError `invalid_input` if another style has the name, if a new style has no look, and beyond the limit;
 * `busy`
 */
export async function saveStyle(
  userId: string,
  id: string,
  { name, studio, menu, isDefault }: SaveStyle,
): Promise<Styles> {
  // Throws if the account is being deleted.
  await checkAccount(userId);
  return changeStyles(userId, ({ items, defaultId }) => {
    const known = items.find((style) => style.id === id);
    const others = items.filter((style) => style.id !== id);
    if (others.some((style) => foldedName(style.name) === foldedName(name)))
      throw invalid(`You already have a style called “${name}”`);
    if (!known && others.length >= maxStyles)
      throw invalid(`You can keep ${maxStyles} styles. Delete one first`);
    const style = {
      id,
      name,
      createdAt: known?.createdAt ?? nowIso(),
      studio: studio ?? known?.studio ?? null,
      menu: menu ?? known?.menu ?? null,
    };
    if (style.studio === null && style.menu === null) throw invalid('A style needs a look');
    const isNow = isDefault ?? defaultId === id;
    return {
      items: [...others, style].sort((a, b) => foldedName(a.name).localeCompare(foldedName(b.name), 'en')),
      defaultId: isNow ? id : defaultId === id ? null : defaultId,
    };
  });
}

/** Removes a style. If it was the default, new pictures start without a style. */
export async function deleteStyle(userId: string, id: string): Promise<Styles> {
  await checkAccount(userId);
  return changeStyles(userId, ({ items, defaultId }) => ({
    items: items.filter((style) => style.id !== id),
    defaultId: defaultId === id ? null : defaultId,
  }));
}

/** Two names with the same folded name count as equal. */
function foldedName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function invalid(reason: string): AppError {
  return new AppError('invalid_input', reason);
}
