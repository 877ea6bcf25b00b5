import { streamHandler } from '#lambdas/runtime/stream-handler.ts';
import { relayGeneration } from './publish-generation.ts';

export const handler = streamHandler({ function: 'publisher', handle: relayGeneration });
