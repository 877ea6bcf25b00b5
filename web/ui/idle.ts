interface IdleProps {
  readonly 'aria-disabled'?: true;
  readonly onClick?: (event: { preventDefault: () => void }) => void;
}

/**
 * Props of a button that has nothing to do at the moment. Browsers would take the focus from a disabled one, for
 * example when the last change was saved. Stands after the button's own `onClick`.
 */
export function idle(isIdle: boolean): IdleProps {
  return isIdle ? { 'aria-disabled': true, onClick: (event) => event.preventDefault() } : {};
}
