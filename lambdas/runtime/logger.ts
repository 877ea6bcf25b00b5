import { Logger } from '@aws-lambda-powertools/logger';

/**
 * Structured logs. The wrappers add request id, route and user id to every line of an invocation; use cases add entity
 * ids with `logger.appendKeys`. Never log a body, a token or an e-mail address.
 */
export const logger = new Logger();
