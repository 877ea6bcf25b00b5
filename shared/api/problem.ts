import * as z from 'zod/mini';

/**
 * Every error that the API can answer, with its HTTP status and the words a person reads when the use case
 * has nothing more exact to say. The comment says when it is thrown; the client decides by `code`, never by
 * the words.
 */
export const problems = {
  /** The body, a parameter or the query does not fit the contract, or is not JSON. Fix it and send again. */
  invalid_input: { status: 400, title: 'Invalid input' },
  /** No token, or one that is expired, forged or of another pool. Sign in again. */
  unauthenticated: { status: 401, title: 'Please sign in' },
  /** The caller's role does not allow this. */
  forbidden: { status: 403, title: 'You are not allowed to do this' },
  second_factor_required: {
    status: 403,
    title:
      'The back office needs an authenticator app. Sign in with your password and set it up in your account',
  },
  /** Absent, or owned by another user; the reply does not reveal which. */
  not_found: { status: 404, title: 'Not found' },
  /** The format is not in the caller's plan. */
  format_locked: { status: 403, title: 'Upgrade to Pro for more formats' },
  /** The filter is not in the caller's plan. */
  filter_locked: { status: 403, title: 'Upgrade to Pro for more filters' },
  /** The scene is not in the caller's plan. */
  scene_locked: { status: 403, title: 'Upgrade to Pro for more scenes' },
  /** A Free user named a filter or scene instead of a signed random pick. */
  random_only: { status: 403, title: 'Free plan: Use Random button only' },
  /** Custom scene, custom instructions, avatar or menu pack without the plan for it. */
  feature_locked: { status: 403, title: 'This feature is not available in your plan' },
  /** The signed random pick is forged, expired or was made for something else. Pick again. */
  pick_invalid: { status: 400, title: 'Please press Random again' },
  /** Fewer credits than the generation costs. Nothing was charged. */
  insufficient_credits: { status: 402, title: 'Insufficient credits' },
  /** The upload is absent, unfinished or expired. Upload again. */
  upload_missing: { status: 409, title: 'Please upload your photo again' },
  /** The file is not a JPG, PNG or WebP that can be read. */
  upload_unreadable: { status: 422, title: 'This file is not a photo we can read' },
  /** Larger than 10 MB. */
  upload_too_large: { status: 413, title: 'Your photo is too large' },
  /** The id was used for another request, or the item changed since the caller saw it. */
  conflict: { status: 409, title: 'This changed in the meantime' },
  /** The client-made id is more than 10 minutes off the server's clock. */
  id_out_of_time: { status: 400, title: 'This device’s clock is wrong. Set it to automatic.' },
  /** The user has the maximum number of open generations. Wait for one to end. */
  too_many_generations: { status: 429, title: 'Please wait for your running images to finish' },
  /** The user has the maximum number of open packs. Wait for one to end. */
  too_many_packs: { status: 429, title: 'Please wait for your running downloads to finish' },
  /** The tier's model budget of the day is used up. Nothing was charged. */
  daily_budget_reached: { status: 429, title: 'We are at capacity for today' },
  /** The user has asked for as much of this as one user may in a day; `detail` says of what. Nothing was charged. */
  daily_limit_reached: { status: 429, title: 'You have reached the limit for today' },
  /** The user asked for this too often in the last minutes; `Retry-After` says when it is possible again. */
  too_many_requests: {
    status: 429,
    title: 'Too many requests. Please wait a few minutes and try again',
  },
  /** Not a greyscale PNG of eight bits and the cut-out's size, damaged, or it keeps nothing or everything. */
  mask_unfit: { status: 422, title: 'This mask does not fit the photo' },
  /** Nothing in the photo differs from the platform's rule that can be repaired without an image model. */
  nothing_to_repair: { status: 409, title: 'There is nothing here that we can repair' },
  /** No file could meet the rule; `detail` says why. */
  rule_contradicts: { status: 422, title: 'This rule contradicts itself' },
  /** The result does not exist yet, or the generation failed. */
  not_ready: { status: 409, title: 'This image is not ready' },
  /** The generation has no free redo, or it was used; `detail` says why. */
  redo_unavailable: { status: 409, title: 'These pictures cannot be made again free of charge' },
  /** The model declined, or wrote twice what is not on the picture. Nothing was kept. */
  post_refused: {
    status: 422,
    title: 'We could not write a text that only says what is on the picture. Write it yourself or try again.',
  },
  /** The model did not answer, or not in the form that was asked for. Nothing was kept; try again. */
  post_failed: {
    status: 503,
    title: 'The text could not be written. Your picture is as it was. Please try again in a minute.',
  },
  /** Unknown price, or not the price of the named product. Nothing was charged. */
  price_unknown: { status: 400, title: 'This offer is not available' },
  /** The caller is subscribed to this plan already. */
  already_subscribed: { status: 409, title: 'You are on this plan already' },
  /** A smaller plan is chosen in the portal, where it begins at the end of the paid month. */
  downgrade_in_portal: { status: 409, title: 'Please change to a smaller plan in subscription management' },
  /** Top-up packs without a subscription. */
  subscribers_only: { status: 403, title: 'Top-ups are available to subscribers' },
  /** The portal of somebody who never came to a checkout. */
  nothing_to_manage: { status: 409, title: 'There is no subscription to manage yet' },
  /** A webhook whose signature is absent, forged or too old. */
  signature_invalid: { status: 400, title: 'The signature is not valid' },
  /** Payments are not set up, or the payment provider does not answer. Nothing was charged; try again. */
  payments_unavailable: { status: 503, title: 'Payments are not available right now. Please try again' },
  /** The account is being deleted: nothing new can be begun with it. */
  account_closing: { status: 403, title: 'This account is being deleted' },
  /** The balance differs from the one that the admin saw; `detail` has the new figure. */
  balance_changed: { status: 409, title: 'The balance changed in the meantime' },
  /** Nobody has signed up with exactly this e-mail. */
  user_not_found: { status: 404, title: 'User not found with that email address' },
  /** The user has a role already. */
  has_role: { status: 409, title: 'User already has an admin role' },
  /** Staff need a second factor here, and whoever knows the password could set one up. */
  no_authenticator_app: {
    status: 409,
    title: 'This person must first turn on an authenticator app under My Account',
  },
  /** At least one super admin must remain. */
  last_super_admin: { status: 409, title: 'The last super admin cannot be removed' },
  /** Staff, including the caller, cannot be deleted as users; the role must be removed first. */
  staff_account: { status: 409, title: 'Remove the admin role before deleting this account' },
  /**
   * The maintenance switch is on, or no image model can make this picture now; `detail` says what is stopped. Nothing
   * was charged; `Retry-After` says when to ask again.
   */
  maintenance: {
    status: 503,
    title: 'We are working on PlatePost. Nothing was lost. Please try again in a few minutes',
  },
  /** Contention or throttling. Send the same request again. */
  busy: { status: 503, title: 'We are busy right now. Please try again' },
  /** Unexpected error, logged with the request id. */
  internal: { status: 500, title: 'Something went wrong on our side' },
} as const satisfies Record<string, { status: number; title: string }>;

/** Stable names of the API's errors. */
export type ProblemCode = keyof typeof problems;

/** `application/problem+json` (RFC 9457), with two more members: `code` and the request id. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  detail: z.optional(z.string()),
  requestId: z.optional(z.string()),
  /** For `invalid_input`: where and what. */
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});

export type Problem = z.output<typeof problemSchema>;
