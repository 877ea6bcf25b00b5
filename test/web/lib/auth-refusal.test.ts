import { expect, it } from 'vitest';
import { refusalText } from '#web/lib/auth-refusal.ts';

const refused = (name: string, message: string) => Object.assign(new Error(message), { name });
const noMail = 'We cannot send emails right now. Please try again later.';
const tooMany = 'Too many attempts. Please try again later.';

// What Cognito says in the API reference and to user pools that send by themselves.
it.each([
  [
    'LimitExceededException',
    'Exceeded daily email limit for the operation or the account. If a higher limit is required, please configure your user pool to use your own Amazon SES configuration for sending email.',
    noMail,
  ],
  ['CodeDeliveryFailureException', 'Email address is not verified.', noMail],
  ['LimitExceededException', 'Attempt limit exceeded, please try after some time.', tooMany],
  ['TooManyRequestsException', 'Too many requests', tooMany],
  ['ForbiddenException', 'Request not allowed due to WAF block.', tooMany],
  ['UserNotFoundException', 'User does not exist.', undefined],
])('explains %s: %s', (name, message, text) => {
  expect(refusalText(refused(name, message), 'account')).toBe(text);
});
