import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { composeMessage } from './compose-message.ts';
import { signUpTrigger } from './sign-up-trigger.ts';

/** Replaces the text of mails that contain a code; other mails keep Cognito's text. */
export const handler = signUpTrigger({
  function: 'customMessage',
  async handle(event: CustomMessageTriggerEvent) {
    const message = composeMessage(event.triggerSource, event.request.codeParameter);
    if (message) {
      event.response.emailSubject = message.subject;
      event.response.emailMessage = message.html;
    }
    return event;
  },
});
