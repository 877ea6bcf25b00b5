import { KeptOfSource } from '#web/photos/kept-of-source.tsx';
import type { Dish } from './wizard.ts';

/** Opens what is kept of the dish's photo, on screens that do not show it. */
export function KeptOfDish({ dish: { id, source, name, imageUrl } }: { readonly dish: Dish }) {
  return <KeptOfSource key={id} source={source} name={name} src={imageUrl ?? undefined} />;
}
