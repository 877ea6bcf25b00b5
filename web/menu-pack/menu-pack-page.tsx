export function MenuPackPage() {
  return null;
}
