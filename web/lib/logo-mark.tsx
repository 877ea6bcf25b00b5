/** The mark of the brand, a plate on a stamp; public/favicon.svg draws the same. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="#D9381E" />
      <circle cx="16" cy="16" r="9.5" fill="none" stroke="#FFFBF5" strokeWidth="2.5" />
      <circle cx="16" cy="16" r="4.5" fill="#F2A93B" />
    </svg>
  );
}
