/** Reports how long a part took, in milliseconds. */
export type OnTiming = (part: string, ms: number) => void;

/** Passes the result of `work` on and reports its duration. */
export type Timed = <T>(part: string, work: Promise<T>) => Promise<T>;

export function createTimed(onTiming: OnTiming | undefined): Timed {
  return async (part, work) => {
    const began = performance.now();
    const result = await work;
    onTiming?.(part, performance.now() - began);
    return result;
  };
}
