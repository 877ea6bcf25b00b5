let email: string | undefined;

/** Keeps the user's email for a sign-in after a change that ends the session; only in this page's memory. */
export function keepAccountEmail(of: string): void {
  email = of;
}

/** The email of the user whose account page was open, or undefined. */
export function accountEmail(): string | undefined {
  return email;
}
