import { stateOfCard } from './cards.ts';
import { type Engine, emit, newId, randomLetters } from './engine.ts';
import type { Charge, Dispute, PaymentIntent, PaymentMethod, Refund } from './objects.ts';
import { invalidRequest, resourceMissing, StripeError } from './stripe-error.ts';

/** Payment intents, charges, refunds and disputes. */

export interface NewPayment {
  customer: string | null;
  /** Pence for gbp. */
  amount: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  /** Whether the card may be charged again later, without its owner. */
  keepCard?: boolean;
}

/** Adds a payment intent that has not been attempted. */
export const makePaymentIntent = (engine: Engine, wanted: NewPayment): PaymentIntent => {
  const id = newId('pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: wanted.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomLetters(24)}`,
    confirmation_method: 'automatic',
    created: engine.seconds(),
    currency: wanted.currency,
    customer: wanted.customer,
    customer_account: null,
    description: wanted.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: wanted.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: wanted.keepCard ? 'off_session' : null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  engine.store.put('paymentIntents', intent);
  emit(engine, 'payment_intent.created', intent);
  return intent;
};

const makeCharge = (engine: Engine, intent: PaymentIntent, method: PaymentMethod): Charge => {
  const id = newId('ch');
  const paid = stateOfCard(method) === 'good';
  const { card } = method;
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid ? newId('txn') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'LOCAL STRIPE',
    captured: paid,
    created: engine.seconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: paid ? null : 'card_declined',
    failure_message: paid ? null : 'Your card was declined.',
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: paid ? null : 'try_again_later',
      network_advice_code: null,
      network_decline_code: null,
      network_status: paid ? 'approved_by_network' : 'declined_by_network',
      reason: paid ? null : 'generic_decline',
      risk_level: 'normal',
      seller_message: paid
        ? 'Payment complete.'
        : 'The bank did not return any further details with this decline.',
      type: paid ? 'authorized' : 'issuer_declined',
    },
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        amount_authorized: paid ? intent.amount : null,
        authorization_code: null,
        brand: card.brand,
        checks: card.checks,
        country: card.country,
        electronic_commerce_indicator: null,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        fingerprint: card.fingerprint ?? null,
        funding: card.funding,
        installments: null,
        last4: card.last4,
        mandate: null,
        network: 'visa',
        network_transaction_id: null,
        regulated_status: card.regulated_status,
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
      type: 'card',
    },
    radar_options: {},
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
};

/** Charges the card. The payment intent that is returned has succeeded or requires another card. */
export const attemptPayment = (
  engine: Engine,
  intent: PaymentIntent,
  method: PaymentMethod,
): PaymentIntent => {
  const charge = engine.store.put('charges', makeCharge(engine, intent, method));
  if (charge.paid) {
    const succeeded = engine.store.put('paymentIntents', {
      ...intent,
      amount_received: intent.amount,
      last_payment_error: null,
      latest_charge: charge.id,
      payment_method: method.id,
      status: 'succeeded',
    });
    emit(engine, 'charge.succeeded', charge);
    emit(engine, 'payment_intent.succeeded', succeeded);
    return succeeded;
  }
  const failed = engine.store.put('paymentIntents', {
    ...intent,
    last_payment_error: {
      advice_code: 'try_again_later',
      charge: charge.id,
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
      type: 'card_error',
    },
    latest_charge: charge.id,
    payment_method: null,
    status: 'requires_payment_method',
  });
  emit(engine, 'charge.failed', charge);
  emit(engine, 'payment_intent.payment_failed', failed);
  return failed;
};

/** The error of a declined card (402). */
export const cardDeclined = (intent: PaymentIntent): StripeError =>
  new StripeError(402, 'card_error', 'Your card was declined.', {
    code: 'card_declined',
    decline_code: 'generic_decline',
    payment_intent: intent,
    ...(intent.latest_charge !== null && { charge: intent.latest_charge }),
  });

/** The charge with this id (`ch_…`), or the latest charge of a payment intent (`pi_…`). */
export const chargeOf = (engine: Engine, id: string): Charge => {
  const isIntent = id.startsWith('pi_');
  const chargeId = isIntent ? engine.store.find('paymentIntents', id)?.latest_charge : id;
  const charge = engine.store.find('charges', chargeId ?? '');
  if (!charge) {
    throw isIntent
      ? resourceMissing('payment_intent', id, 'payment_intent')
      : resourceMissing('charge', id, 'charge');
  }
  return charge;
};

const pounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`;

/** Refunds `requested` pence; by default everything that is left. Throws Stripe's error if that much is not left. */
export const refundCharge = (
  engine: Engine,
  charge: Charge,
  requested?: number,
  { reason = null, metadata = {} }: Partial<Pick<Refund, 'reason' | 'metadata'>> = {},
): Refund => {
  const left = charge.amount_captured - charge.amount_refunded;
  if (!charge.paid) {
    throw invalidRequest('This payment has not succeeded and cannot be refunded.', { param: 'charge' });
  }
  if (charge.disputed) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = requested ?? left;
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${pounds(amount)}) is greater than unrefunded amount on charge (${pounds(left)})`,
      { param: 'amount' },
    );
  }
  const refund = engine.store.put('refunds', {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: engine.seconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { reference_status: 'pending', type: 'refund' }, type: 'card' },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  });
  const refunded = charge.amount_refunded + amount;
  const changed = engine.store.put('charges', {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount,
  });
  emit(engine, 'refund.created', refund);
  emit(engine, 'charge.refunded', changed, charge);
  return refund;
};

/** Opens a dispute. The money is withdrawn until the bank has decided. */
export const disputeCharge = (engine: Engine, charge: Charge): Dispute => {
  const amount = charge.amount_captured - charge.amount_refunded;
  if (!charge.paid || charge.disputed || amount === 0) {
    throw invalidRequest(`Charge ${charge.id} cannot be disputed.`, { param: 'charge' });
  }
  const dispute = engine.store.put('disputes', {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: engine.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      access_activity_log: null,
      billing_address: null,
      cancellation_policy: null,
      cancellation_policy_disclosure: null,
      cancellation_rebuttal: null,
      customer_communication: null,
      customer_email_address: charge.billing_details.email,
      customer_name: charge.billing_details.name,
      customer_purchase_ip: null,
      customer_signature: null,
      duplicate_charge_documentation: null,
      duplicate_charge_explanation: null,
      duplicate_charge_id: null,
      enhanced_evidence: {},
      product_description: null,
      receipt: null,
      refund_policy: null,
      refund_policy_disclosure: null,
      refund_refusal_explanation: null,
      service_date: null,
      service_documentation: null,
      shipping_address: null,
      shipping_carrier: null,
      shipping_date: null,
      shipping_documentation: null,
      shipping_tracking_number: null,
      uncategorized_file: null,
      uncategorized_text: null,
    },
    evidence_details: {
      due_by: engine.seconds() + 9 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  });
  engine.store.put('charges', { ...charge, disputed: true });
  emit(engine, 'charge.dispute.created', dispute);
  emit(engine, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
};

/** Closes a dispute. The money comes back if it is won. */
export const closeDispute = (engine: Engine, dispute: Dispute, outcome: 'won' | 'lost'): Dispute => {
  if (dispute.status !== 'needs_response') {
    throw invalidRequest('This dispute is already closed.', { param: 'dispute' });
  }
  const closed = engine.store.put('disputes', { ...dispute, status: outcome });
  if (outcome === 'won') emit(engine, 'charge.dispute.funds_reinstated', closed, dispute);
  emit(engine, 'charge.dispute.closed', closed, dispute);
  return closed;
};
