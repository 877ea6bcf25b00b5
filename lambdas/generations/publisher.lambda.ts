import { streamHandler } from '#lambdas/runtime/stream-handler.ts';
import { publishGeneration } from './publish-generation.ts';

export const handler = streamHandler({ function: 'publisher', handle: publishGeneration });
