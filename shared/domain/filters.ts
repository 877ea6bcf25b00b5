export type FilterId =
  | 'synthwave'
  | 'anime'
  | 'neo-cyber'
  | 'glitch'
  | 'popcrush'
  | 'luxeglow'
  | 'auradream'
  | 'streetsplash'
  | 'flamerush'
  | 'frostbite'
  | 'galaxydrip'
  | 'liquidgold'
  | 'shockwave'
  | 'pixelpop'
  | 'hyperbloom'
  | 'prismpulse';

export interface Filter {
  readonly id: FilterId;
  readonly name: string;
  /** Text for the prompt, used word for word. */
  readonly stylePrompt: string;
  /** One short line for the tile. */
  readonly blurb: string;
}

/** The sixteen filters in the order of the specification (customer product, section 3). */
export const filters: readonly Filter[] = [
  {
    id: 'synthwave',
    name: 'Synthwave',
    stylePrompt:
      'Synthwave look: the dish glows under magenta and cyan neon rim light, with a striped setting sun and a perspective grid fading into a violet dusk behind it. Glossy reflections, deep indigo shadows, 1980s film softness.',
    blurb: 'Neon dusk and a setting sun',
  },
  {
    id: 'anime',
    name: 'Anime',
    stylePrompt:
      'Anime look: the dish painted like a feature-film food scene, with clean ink contours, cel-shaded colour, glistening highlights and curling steam. Hand-painted summer sky and soft watercolour surroundings.',
    blurb: 'Hand-painted, glossy, steaming',
  },
  {
    id: 'neo-cyber',
    name: 'Neo Cyber',
    stylePrompt:
      'Neo-cyber look: the dish on a rain-wet black counter in a future night market, lit by teal and amber neon tubes with crisp reflections. Thin holographic light lines float in blue haze behind it.',
    blurb: 'Night market of the future',
  },
  {
    id: 'glitch',
    name: 'Glitch',
    stylePrompt:
      'Glitch look: red, green and blue channels slip apart at the edges of the frame, with fine scan lines, displaced bands and a burst of digital noise. The dish itself stays sharp and intact at the centre.',
    blurb: 'Split colours and scan lines',
  },
  {
    id: 'popcrush',
    name: 'PopCrush',
    stylePrompt:
      'Pop-art look: the dish in punchy posterised colour with bold black ink contours and halftone dots in its shadows, in front of flat hot pink, yellow and turquoise sunburst rays.',
    blurb: 'Pop art with halftone punch',
  },
  {
    id: 'luxeglow',
    name: 'LuxeGlow',
    stylePrompt:
      'Luxury editorial look: the dish in a warm champagne glow against near-black surroundings, with one soft key light, satin highlights, gentle bloom and fine gold bokeh far behind it.',
    blurb: 'Champagne light, fine dining',
  },
  {
    id: 'auradream',
    name: 'AuraDream',
    stylePrompt:
      'Dreamy aura look: the dish wrapped in a soft halo of lilac, peach and mint light, with misty pastel gradients, a gentle diffusion bloom and floating specks of light around it.',
    blurb: 'Pastel haze and a soft halo',
  },
  {
    id: 'streetsplash',
    name: 'StreetSplash',
    stylePrompt:
      'Street-art look: the dish in front of a rough concrete wall splashed with spray paint in coral, cobalt and lime, with paint drips, flecks and hard afternoon sun. Gritty contrast, colourful energy.',
    blurb: 'Spray paint on concrete',
  },
  {
    id: 'flamerush',
    name: 'FlameRush',
    stylePrompt:
      'Fire look: flames and glowing embers rise behind the dish out of charcoal darkness, with an orange rim light along its edges, drifting smoke and freshly grilled, sizzling surfaces.',
    blurb: 'Flames, embers, sizzle',
  },
  {
    id: 'frostbite',
    name: 'FrostBite',
    stylePrompt:
      'Frost look: the dish framed by ice crystals and frosted glass in pale blue and silver light, with cold mist rolling low and tiny frozen droplets sparkling. The food keeps its fresh natural colours.',
    blurb: 'Ice crystals and cold mist',
  },
  {
    id: 'galaxydrip',
    name: 'GalaxyDrip',
    stylePrompt:
      'Galaxy look: the dish floats in a deep violet and blue nebula with bright star clusters, while glossy drips of cosmic colour run down behind it. Ultraviolet edge light and stardust.',
    blurb: 'Nebula, stars, cosmic drips',
  },
  {
    id: 'liquidgold',
    name: 'LiquidGold',
    stylePrompt:
      'Liquid-gold look: ribbons of molten gold swirl around the dish and mirror its highlights on a dark glossy surface. Rich amber reflections, crisp metallic specular light, deep brown shadows.',
    blurb: 'Molten gold highlights',
  },
  {
    id: 'shockwave',
    name: 'ShockWave',
    stylePrompt:
      'Shockwave look: a ring of electric blue-white energy bursts outwards behind the dish, with radial motion streaks, flying crumbs and droplets frozen by a hard flash. The dish is razor sharp in the middle.',
    blurb: 'A burst of frozen energy',
  },
  {
    id: 'pixelpop',
    name: 'PixelPop',
    stylePrompt:
      'Pixel-art look: the dish drawn in chunky 16-bit pixels with a small bright arcade palette, dithered shadows and clear pixel highlights, before a simple blocky skyline of colour.',
    blurb: '16-bit arcade pixels',
  },
  {
    id: 'hyperbloom',
    name: 'HyperBloom',
    stylePrompt:
      'Hyper-bloom look: the dish surrounded by oversized tropical flowers and leaves in fuchsia, coral and emerald, with drifting petals, pollen in the sunlight and lush saturated colour.',
    blurb: 'Tropical flowers in full colour',
  },
  {
    id: 'prismpulse',
    name: 'PrismPulse',
    stylePrompt:
      'Prism look: white light breaks into rainbow beams through cut glass around the dish, with spectral flares, iridescent edges and clean bright highlights on a soft white background.',
    blurb: 'Rainbow light through glass',
  },
];

/**
 * A filter's prompt for the surroundings and their light, for a picture whose dish stays unchanged: its subject is the
 * place around the dish instead of the dish.
 */
export function surroundingsPrompt({ stylePrompt }: Filter): string {
  return stylePrompt.replace(/ look: the dish\b/, ' look: the place around the dish');
}

/** Returns the filter with this id, or undefined. */
export function filterById(id: string): Filter | undefined {
  return filters.find((filter) => filter.id === id);
}
