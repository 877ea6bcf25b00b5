import { Tracer } from '@aws-lambda-powertools/tracer';

const tracer = new Tracer();

/**
 * Runs work as a subsegment of the invocation's X-Ray trace. The tracer adds 119 KB to a bundle, so only functions
 * behind queues use it, whose runs take seconds and many calls; for the others Lambda's own segment suffices.
 */
export async function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!tracer.isTracingEnabled()) return work();
  return tracer.provider.captureAsyncFunc(name, async (subsegment) => {
    try {
      return await work();
    } catch (error) {
      tracer.addErrorAsMetadata(error as Error);
      throw error;
    } finally {
      subsegment?.close();
    }
  }) as Promise<T>;
}
