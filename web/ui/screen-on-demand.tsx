import { type ComponentType, useEffect, useState } from 'react';
import { loadPatiently } from '#web/lib/load-patiently.ts';
import { FullScreenSpinner } from './full-screen-spinner.tsx';

interface ScreenOnDemand<Props> {
  readonly Screen: ComponentType<Props>;
  /** Loads the script before the screen is opened, which then appears at once. */
  readonly loadAhead: () => void;
}

/**
 * A later screen of a page, whose script is not loaded with the page. Once it is loaded, the screen is rendered
 * without a fallback, which `React.lazy` would show for a moment even then, and which takes the focus away.
 */
export function screenOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ScreenOnDemand<Props> {
  let known: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () => {
    loading ??= loadPatiently(load).then((screen) => {
      known = screen;
      return screen;
    });
    return loading;
  };

  function Screen(props: Props) {
    const [Loaded, setLoaded] = useState(() => known);
    const [isLate] = useState(known === undefined);
    useEffect(() => {
      if (isLate) void loadOnce().then((screen) => setLoaded(() => screen));
    }, [isLate]);
    // There was no heading when the screen was opened.
    const isThere = Loaded !== undefined;
    useEffect(() => {
      if (isLate && isThere && document.activeElement === document.body)
        document.querySelector('h1')?.focus({ preventScroll: true });
    }, [isLate, isThere]);
    return Loaded ? <Loaded {...props} /> : <FullScreenSpinner />;
  }

  return { Screen, loadAhead: () => void loadOnce() };
}
