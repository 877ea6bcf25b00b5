import { checkAccount } from '#lambdas/accounts/user-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import type { Collections } from '#shared/api/collections.ts';
import { foldText } from '#shared/domain/gallery-filter.ts';
import { maxCollections } from '#shared/domain/limits.ts';
import { changeCollections } from './collection-store.ts';

/**
 * Creates or renames a collection.
 * @throws AppError `invalid_input` for a name that another collection has, and beyond the limit; `busy`
 */
export async function saveCollection(userId: string, id: string, name: string): Promise<Collections> {
  // Nothing may be written for an account that is being deleted.
  await checkAccount(userId);
  return changeCollections(userId, ({ items }) => {
    const known = items.find((collection) => collection.id === id);
    const others = items.filter((collection) => collection.id !== id);
    if (others.some((collection) => foldText(collection.name) === foldText(name)))
      throw invalid(`You already have a collection called “${name}”`);
    if (!known && others.length >= maxCollections)
      throw invalid(`You can keep ${maxCollections} collections. Delete one first`);
    const saved = { id, name, createdAt: known?.createdAt ?? nowIso() };
    return {
      items: [...others, saved].sort((a, b) => foldText(a.name).localeCompare(foldText(b.name), 'en')),
    };
  });
}

/** Removes a collection. Its pictures stay in the gallery. */
export async function deleteCollection(userId: string, id: string): Promise<Collections> {
  await checkAccount(userId);
  return changeCollections(userId, ({ items }) => ({
    items: items.filter((collection) => collection.id !== id),
  }));
}

function invalid(reason: string): AppError {
  return new AppError('invalid_input', reason);
}
