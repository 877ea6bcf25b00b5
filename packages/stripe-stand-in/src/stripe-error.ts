/** The type of an error. The SDK chooses its error class by the type and the HTTP status. */
export type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export interface ErrorDetails {
  code?: string;
  param?: string;
  decline_code?: string;
  payment_intent?: unknown;
  charge?: string;
}

/** An error as Stripe's API reports it: `{ error: { type, message, code?, param?, … } }` with an HTTP status. */
export class StripeError extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly details: ErrorDetails;

  constructor(status: number, type: ErrorType, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }
}

export const invalidRequest = (message: string, details: ErrorDetails = {}): StripeError =>
  new StripeError(400, 'invalid_request_error', message, details);

/** `what` is Stripe's word ('customer', 'checkout.session'). The status is 400 for a parameter, else 404. */
export const resourceMissing = (what: string, id: string, param = 'id'): StripeError =>
  new StripeError(param === 'id' ? 404 : 400, 'invalid_request_error', `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param,
  });

/** For parameters and values that Stripe supports and the stand-in does not. */
export const notImplemented = (what: string, param?: string): StripeError =>
  invalidRequest(`The local Stripe does not implement ${what}.`, param === undefined ? {} : { param });
