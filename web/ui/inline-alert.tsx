import { Alert, Button, Stack } from '@chakra-ui/react';

interface InlineAlertProps {
  readonly status: 'error' | 'info';
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly name: string; readonly run: () => void };
}

/** A message between other contents, with what can be done about it. On a phone, its button has a line of its own. */
export function InlineAlert({ status, title, text, action }: InlineAlertProps) {
  return (
    <Alert.Root status={status} role={status === 'error' ? 'alert' : 'status'} borderRadius="card">
      <Alert.Indicator />
      <Alert.Content flexDirection={{ base: 'column', md: 'row' }} alignItems="start" gap="3" minW="0">
        <Stack flex="1" gap="1">
          <Alert.Title>{title}</Alert.Title>
          {text !== undefined && <Alert.Description>{text}</Alert.Description>}
        </Stack>
        {action && (
          <Button size="sm" minH="11" variant="outline" flexShrink="0" onClick={action.run}>
            {action.name}
          </Button>
        )}
      </Alert.Content>
    </Alert.Root>
  );
}
