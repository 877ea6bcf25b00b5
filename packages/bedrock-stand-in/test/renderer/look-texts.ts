import type { LookText, LookTexts } from '#src/renderer/look.ts';

/** Texts such as `In the style synthwave.` */
function textsOf<Id extends string>(before: string, ids: readonly Id[]): LookText<Id>[] {
  return ids.map((id) => ({ id, text: `${before} ${id}.` }));
}

/** A text for each look that the renderer can draw, and descriptions that lead to every surface and backdrop. */
export const lookTexts: LookTexts = {
  filters: textsOf('In the style', [
    'synthwave',
    'anime',
    'neo-cyber',
    'glitch',
    'popcrush',
    'luxeglow',
    'auradream',
    'streetsplash',
    'flamerush',
    'frostbite',
    'galaxydrip',
    'liquidgold',
    'shockwave',
    'pixelpop',
    'hyperbloom',
    'prismpulse',
  ]),
  enhancements: textsOf('Retouch with', [
    'blur_background',
    'enhance_details',
    'warmer_lighting',
    'studio_light',
    'dramaticLighting',
  ]),
  cameraAngles: textsOf('Seen from', ['overhead', 'angled_45', 'profile']),
  backgrounds: textsOf('On a background', ['neutral', 'wooden', 'marble', 'dark', 'bright', 'restaurant']),
  plates: textsOf('On a plate', [
    'current',
    'white-round',
    'white-square',
    'black-modern',
    'rustic',
    'elegant',
  ]),
  imageStyles: textsOf('With an image style', ['natural', 'vibrant', 'professional', 'lifestyle', 'premium']),
  scenes: [
    'On an oak table by a window in morning light, steam rising.',
    'On dark wood in a bistro by candle light.',
    'On linen on a rooftop at blue hour, the skyline behind.',
    'On sand by the sea, bright summer sun.',
    'On a checked blanket in a garden, dappled light, petals in the air.',
    'On grass at a festival in the late afternoon.',
    'On pale wood before snowy mountains, a hiker beside it.',
    'On the steel pass of an open kitchen, the chef behind it.',
    'On white metal before a plain wall.',
    'On slate by a campfire, sparks in the air.',
    'On a pastel plinth in a studio, ingredients that float and tumble.',
    'On a glossy counter in neon light, a guest in the background.',
    'On concrete before shelves of books, a reader behind.',
    'On banana leaves at a market stall under awnings.',
    'On blue tiles by a pool, droplets of water.',
    'On kraft paper before a charcoal background.',
    'On brass at a party with balloons and confetti, friends around.',
    'On a white table in a gallery before canvases.',
    'On concrete steps in a street.',
    'On oak under trees, autumn leaves in the air.',
    'On crushed ice while snow falls.',
    'On marble in a café with rain on the glass.',
    'On colourful patterned tiles in a diner.',
  ],
};
