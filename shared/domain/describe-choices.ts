import { adjustmentByName, cameraAngleById, enhancementById } from './enhancements.ts';
import { filterById } from './filters.ts';
import type { Framing } from './framing.ts';
import { backgroundStyles, imageStyles, plateStyles } from './menu-styles.ts';
import { type CreationPath, sceneById } from './scenes.ts';

/**
 * Choices of the studio that change what a picture looks like. A random pick that was not resolved is described as
 * random.
 */
interface StudioLook {
  readonly creationPath: CreationPath | null;
  readonly adjustment: string | null;
  readonly cameraAngle: string | null;
  readonly filter: { readonly id: string } | { readonly pick: string } | null;
  readonly scene: { readonly id: string } | { readonly pick: string } | { readonly text: string } | null;
  readonly customPrompt: string;
  readonly promoText: string;
}

interface MenuLook {
  readonly backgroundStyle: string;
  readonly plateStyle: string;
  readonly imageStyle: string;
}

interface Chosen {
  readonly studio: StudioLook | null;
  readonly menu: MenuLook | null;
  readonly framing: Framing;
}

/** What was chosen for a picture, as short sentences by the names that the screens use. */
export function describeChoices({ studio, menu, framing }: Chosen): string[] {
  return [
    ...(menu ? describeMenuLook(menu) : []),
    ...(studio ? describeStudioLook(studio) : []),
    ...((framing.zoom ?? 1) < 1
      ? ['The photo was continued beyond its edges, so that the whole dish is seen.']
      : []),
  ];
}

/** A look of the Menu Enhancer Pack in three short sentences. */
function describeMenuLook({ backgroundStyle, plateStyle, imageStyle }: MenuLook): string[] {
  return [
    `Background: ${nameIn(backgroundStyles, backgroundStyle)}.`,
    `Plate: ${nameIn(plateStyles, plateStyle)}.`,
    `Style: ${nameIn(imageStyles, imageStyle)}.`,
  ];
}

/** The choices of the studio that were made, one short sentence each. */
function describeStudioLook(look: StudioLook): string[] {
  const { creationPath, adjustment, cameraAngle, filter, scene, customPrompt, promoText } = look;
  const enhancement =
    adjustment === null ? undefined : enhancementById(adjustmentByName(adjustment)?.id ?? '');
  const angle = cameraAngle === null ? undefined : cameraAngleById(cameraAngle);
  const sentences: [string, string | undefined][] = [
    ['Enhancement', enhancement?.name],
    ['Camera angle', angle?.name],
    ['Filter', filter && 'id' in filter ? (filterById(filter.id)?.name ?? filter.id) : undefined],
    ['Scene', scene && creationPath ? sceneName(creationPath, scene) : undefined],
    ['Own instructions', customPrompt],
    ['Words', promoText],
  ];
  return sentences.flatMap(([what, value]) => (value ? [`${what}: ${value}.`] : []));
}

function sceneName(path: CreationPath, scene: NonNullable<StudioLook['scene']>): string | undefined {
  if ('text' in scene) return scene.text;
  return 'id' in scene ? (sceneById(path, scene.id)?.name ?? scene.id) : undefined;
}

/** The name of a style; its id if the catalogue no longer has it. */
function nameIn(styles: readonly { readonly id: string; readonly name: string }[], id: string): string {
  return styles.find((style) => style.id === id)?.name ?? id;
}
