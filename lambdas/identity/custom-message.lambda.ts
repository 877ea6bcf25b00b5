import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { eventHandler } from '#lambdas/runtime/event-handler.ts';
import { composeMessage } from './compose-message.ts';

/** Replaces the text of mails that contain a code; other mails keep Cognito's text. */
export const handler = eventHandler({
  function: 'customMessage',
  async handle(event: CustomMessageTriggerEvent) {
    const { userAttributes, codeParameter } = event.request;
    const message = composeMessage(event.triggerSource, userAttributes.name ?? '', codeParameter);
    if (message) {
      event.response.emailSubject = message.subject;
      event.response.emailMessage = message.html;
    }
    return event;
  },
});
