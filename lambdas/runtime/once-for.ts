/**
 * Makes a function that computes its result once for each object that `keyOf` names, and remembers it while that object
 * is in use. A promise that was rejected is remembered, too.
 */
export function onceFor<Input, Result extends object>(
  keyOf: (input: Input) => object,
  make: (input: Input) => Result,
): (input: Input) => Result {
  const known = new WeakMap<object, Result>();
  return (input) => {
    const key = keyOf(input);
    const result = known.get(key) ?? make(input);
    known.set(key, result);
    return result;
  };
}
