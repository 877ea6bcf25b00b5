import { Button } from '@chakra-ui/react';
import { Component, type ReactNode } from 'react';
import type { ClientError } from '#shared/api/client-errors.ts';
import { reportClientError } from '#web/lib/client-errors.ts';
import { words as shared } from '#web/lib/words.ts';
import { EmptyState } from './empty-state.tsx';
import { words } from './words.ts';

interface FeatureBoundaryProps {
  readonly feature: ClientError['feature'];
  readonly children: ReactNode;
}

/**
 * An error boundary: replaces a failed screen by a message, while the rest of the page keeps working, and reports the
 * error.
 */
export class FeatureBoundary extends Component<FeatureBoundaryProps, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportClientError(this.props.feature, error);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <EmptyState
        isPage
        title={words.failed}
        text={words.failedText}
        action={<Button onClick={() => this.setState({ hasFailed: false })}>{shared.tryAgain}</Button>}
      />
    );
  }
}
