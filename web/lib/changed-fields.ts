/**
 * The values of a form that differ from the loaded ones. Only they are sent: somebody else may have changed the others
 * in the meantime, and sending them would silently undo that.
 */
export function changedFields<Values extends object>(
  values: Values,
  loaded: { readonly [Name in keyof Values]?: unknown },
): Partial<Values> {
  const isChanged = (name: keyof Values) => JSON.stringify(values[name]) !== JSON.stringify(loaded[name]);
  const names = (Object.keys(values) as (keyof Values)[]).filter(isChanged);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>;
}
