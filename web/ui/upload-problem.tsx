import { Alert, Button } from '@chakra-ui/react';

interface UploadProblemProps {
  readonly upload: { readonly problem: string | undefined; readonly retry: (() => void) | undefined };
  readonly retryLabel: string;
}

/** Why a photo was refused, with a button that uploads it again. */
export function UploadProblem({ upload, retryLabel }: UploadProblemProps) {
  if (upload.problem === undefined) return null;
  return (
    <Alert.Root status="error" role="alert" borderRadius="card" mt="3" alignItems="center">
      <Alert.Indicator />
      <Alert.Title flex="1">{upload.problem}</Alert.Title>
      {upload.retry && (
        <Button variant="outline" onClick={upload.retry}>
          {retryLabel}
        </Button>
      )}
    </Alert.Root>
  );
}
