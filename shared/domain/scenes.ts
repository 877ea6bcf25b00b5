/** The two ways to a social image: posts with people (`ugc`) or food-focused posts without (`social`). */
export type CreationPath = 'ugc' | 'social';

/** A setting that a picture can be placed in. */
export interface Scene {
  readonly id: string;
  /** Position in its own list, from 0; plans allow a range of these. */
  readonly index: number;
  /** Two to four words for a tile. */
  readonly name: string;
  /** Text for the prompt, used word for word; at most 500 characters. */
  readonly text: string;
}

type SceneTexts = readonly (readonly [id: string, name: string, text: string])[];

function numbered(texts: SceneTexts): readonly Scene[] {
  return texts.map(([id, name, text], index) => ({ id, index, name, text }));
}

/**
 * Thirty scenes with a person. The texts leave gender and ethnicity open, because the avatar options decide
 * them. Free and Starter have the first five, so these suit nearly every dish.
 */
export const influencerScenes: readonly Scene[] = numbered([
  [
    'cafe-window-bite',
    'Café window bite',
    'A creator at a small café table by a tall window lifts the dish towards the camera, smiling with anticipation. Soft morning light, potted plants on the sill, blurred passers-by outside; the dish is in sharp focus in the foreground.',
  ],
  [
    'friends-sharing-table',
    'Friends sharing',
    'Three friends lean over a round wooden table in a lively neighbourhood restaurant, hands reaching in to share the dish at its centre. Warm pendant lamps, half-full glasses, laughter; seen over one shoulder with the dish closest and sharpest.',
  ],
  [
    'street-food-stroll',
    'Street food stroll',
    'A food lover walks through an outdoor street market holding the dish out to the camera in one hand. Striped awnings, string lights and a soft crowd behind, late golden afternoon sun, candid smartphone feel.',
  ],
  [
    'home-sofa-delivery',
    'Delivery at home',
    'Someone in a cosy jumper sits cross-legged on a living-room sofa with the dish just unpacked on the coffee table. A throw blanket, a floor lamp and rain on the window behind; relaxed evening light, the dish large in front.',
  ],
  [
    'park-picnic-blanket',
    'Park picnic',
    'A person relaxes on a checked blanket in a city park with the dish served before them. Dappled sunlight through leaves, a wicker basket, bicycles leaning on a tree far behind; fresh, natural summer colours.',
  ],
  [
    'rooftop-sunset',
    'Rooftop at sunset',
    'A guest at a rooftop bar raises the dish for the camera as the sun sets over a hazy skyline. Pink and amber sky, festoon lights just switched on, glass railing and soft reflections.',
  ],
  [
    'chef-pass-reveal',
    'Chef at the pass',
    'A chef in a dark apron slides the dish across the stainless-steel pass of a busy open kitchen, looking proud. Heat lamps above, flames and moving cooks blurred behind, steam catching the light.',
  ],
  [
    'beach-boardwalk',
    'Beach boardwalk',
    'A traveller sits on a sun-bleached boardwalk with bare feet above the sand, the dish on their knees. Turquoise sea and pale umbrellas out of focus, bright noon sun and a light breeze.',
  ],
  [
    'night-market-neon',
    'Night market neon',
    'A young foodie at a plastic stool in a night market holds the dish up between steam and neon signs of pure colour. Wet pavement reflections in red and teal, crowd and woks blurred behind.',
  ],
  [
    'desk-lunch-break',
    'Desk lunch break',
    'An office worker pushes a laptop aside to make room for the dish at a bright desk by a city window. Notebook, headphones and a plant nearby; crisp midday daylight, an expression of pure relief.',
  ],
  [
    'gym-bag-refuel',
    'Post-workout refuel',
    'An athlete in training clothes rests on the steps outside a gym with the dish on the step beside them. Towel around the neck, cool early light, long shadows and an energetic, healthy mood.',
  ],
  [
    'diner-booth-retro',
    'Retro diner booth',
    'A guest slides into a red vinyl booth of a classic chrome diner with the dish on the checkered table. Big windows, late-night street lights outside, film-like warm grain.',
  ],
  [
    'campus-steps',
    'Campus steps',
    'Two students sit on wide stone university steps and share the dish from between them, books stacked beside. Autumn leaves, low sun, unposed laughter.',
  ],
  [
    'food-truck-window',
    'Food truck hand-over',
    'A customer receives the dish from the hatch of a brightly painted food truck, both hands out. Bunting, a queue and trees softly blurred, clear spring daylight.',
  ],
  [
    'sunday-brunch-garden',
    'Garden brunch',
    'A host sets the dish down on a long linen-covered table in a green garden where guests are already seated. Wild flowers in jars, dappled shade, slow Sunday morning light.',
  ],
  [
    'first-bite-closeup',
    'First bite close-up',
    'Close-up of a person about to take the first bite, eyes closed in delight, the dish filling the lower half of the frame. Plain warm wall behind, soft directional window light, every texture visible.',
  ],
  [
    'kitchen-island-cook',
    'Home cook finishing',
    'A home cook sprinkles fresh herbs over the dish at a bright kitchen island. Copper pans and open shelves behind, flour on the worktop, morning light from the side.',
  ],
  [
    'date-night-candle',
    'Candlelit date night',
    'A couple at a small table share the dish by candlelight, one fork reaching across. Dark green walls, brass details and soft round bokeh; intimate, elegant evening mood.',
  ],
  [
    'family-dinner-table',
    'Family dinner',
    'Grandparent, parent and child gather around the dish on a well-worn family table, passing plates. Warm ceiling lamp, patterned curtains, everyday tenderness; the dish steams in the centre.',
  ],
  [
    'festival-field',
    'Festival field',
    'A festival-goer with glitter on the cheeks lifts the dish in front of a distant stage glowing in evening haze. Flags, wristbands and a happy crowd blurred behind, low orange sun.',
  ],
  [
    'train-journey',
    'Train window seat',
    'A traveller enjoys the dish at a fold-down table of a train, fields rushing by the window. Cool daylight on one side, a paperback and a travel cup, quiet and contented.',
  ],
  [
    'mountain-hut',
    'Mountain hut',
    'A hiker in a woollen hat rests on the bench of an alpine hut with the dish on the rough table. Snowy peaks behind, crisp blue air, steam rising in the cold sunlight.',
  ],
  [
    'poolside-lounger',
    'Poolside lounger',
    'A holiday guest on a striped lounger reaches for the dish on a low table beside a turquoise pool. Palm shadows, sunglasses and water ripples of light; vivid, carefree colours.',
  ],
  [
    'skate-park-ledge',
    'Skate park ledge',
    'A skater sits on a graffiti-covered concrete ledge with the dish in hand and the board beside. Hard late sun, long shadows and friends rolling past out of focus.',
  ],
  [
    'bookshop-corner',
    'Bookshop corner',
    'A reader in an armchair of a small bookshop café balances the dish on the armrest table. Shelves to the ceiling, a green reading lamp, rain outside; calm and cosy.',
  ],
  [
    'market-florist',
    'Flower market morning',
    'A creator between buckets of fresh flowers at an early market presents the dish to the camera. Pale sunrise light, petals on the cobbles, soft pastel background.',
  ],
  [
    'birthday-party',
    'Birthday party',
    'A group of friends in paper hats cheers as the dish arrives at the party table. Balloons, streamers and sparkler light, confetti caught mid-air; joyful, bright flash look.',
  ],
  [
    'late-night-kitchen',
    'Late-night fridge light',
    'Someone in pyjamas enjoys the dish standing in a dark kitchen, lit by the open fridge and a single hob lamp. Blue and amber light, tousled hair, guilty-pleasure grin.',
  ],
  [
    'art-gallery-opening',
    'Gallery opening',
    'A stylish guest at an art gallery opening holds the dish like a treasure. White walls with large abstract canvases, polished concrete floor, clean overhead light, fashion-editorial pose.',
  ],
  [
    'campfire-night',
    'Campfire night',
    'Friends wrapped in blankets sit around a campfire and one holds the dish towards the glow. Sparks rising, tents and pine trees dark behind, deep blue sky with the first stars.',
  ],
]);

/**
 * Thirty-two scenes of food without people. Free and Starter have the first five, so these suit nearly
 * every dish.
 */
export const foodScenes: readonly Scene[] = numbered([
  [
    'rustic-oak-table',
    'Rustic oak table',
    'The dish on a weathered oak table beside a crumpled linen napkin and scattered fresh herbs. Soft window light from the left, gentle shadows, a warm and honest farmhouse mood.',
  ],
  [
    'white-marble-counter',
    'White marble counter',
    'The dish on a white marble counter with fine grey veins in a bright modern kitchen. Clean daylight, a small bowl of sea salt and a sprig of green, airy negative space around it.',
  ],
  [
    'bistro-evening',
    'Bistro evening',
    'The dish on a dark wooden bistro table at dusk, a candle and a glass glowing behind it. Warm bokeh of lamps, deep shadows and an inviting restaurant atmosphere.',
  ],
  [
    'sunny-terrace',
    'Sunny terrace',
    'The dish on a white metal table of a sunny terrace, leaf shadows playing across it. Terracotta pots, a blue sky out of focus and the fresh colours of early summer.',
  ],
  [
    'dark-slate-drama',
    'Dark slate drama',
    'The dish on a black slate slab against a charcoal background. One soft side light draws out texture and steam, a few of its ingredients scattered around in shadow.',
  ],
  [
    'street-market-stall',
    'Street market stall',
    'The dish on the counter of a street market stall among crates of ripe vegetables. Striped awning above, late-afternoon sun, colourful blurred stalls behind.',
  ],
  [
    'picnic-meadow',
    'Picnic in a meadow',
    'The dish on a checked blanket in a flowering meadow with a wicker basket behind it. Backlit grasses, golden hour sun and soft lens flare.',
  ],
  [
    'beach-shack',
    'Beach shack table',
    'The dish on a driftwood table of a beach shack, with sand, shells and a lime wedge near it. Turquoise sea far behind, bright sunlight, salty summer air.',
  ],
  [
    'neon-diner-counter',
    'Neon diner counter',
    'The dish on the glossy counter of a diner at night, chrome edges catching pink and blue neon light. Round stools and a jukebox glow out of focus behind.',
  ],
  [
    'chef-steel-pass',
    'Open kitchen pass',
    'The dish under heat lamps on the stainless-steel pass of an open kitchen, ready to be served. Flames and copper pans blurred behind, steam in the light.',
  ],
  [
    'charcoal-grill',
    'Over the charcoal',
    'The dish beside a glowing charcoal grill, embers and thin smoke drifting behind it. Cast iron, a rough board and coarse salt; primal orange light against darkness.',
  ],
  [
    'ingredients-in-flight',
    'Ingredients in flight',
    'The dish at the centre while its own fresh ingredients float and tumble around it, frozen by studio flash. Plain saturated background in a matching colour, crisp shadows.',
  ],
  [
    'pastel-studio',
    'Pastel studio',
    'The dish on a rounded plinth before a seamless pastel backdrop in peach and mint. Hard sunlight with one clean geometric shadow, playful and modern.',
  ],
  [
    'sunday-brunch-spread',
    'Brunch spread',
    'The dish in the middle of a generous brunch table with juice, coffee, fruit and bread around it. Overhead morning light on pale linen, relaxed and abundant.',
  ],
  [
    'cosy-winter-window',
    'Winter window',
    'The dish on a windowsill table while snow falls outside. A knitted throw, candlelight and frosted glass; warm amber inside against cool blue beyond.',
  ],
  [
    'autumn-harvest',
    'Autumn harvest',
    'The dish on a farmhouse table among small pumpkins, chestnuts and copper leaves. Low sun through a barn door, rich orange and brown tones.',
  ],
  [
    'spring-blossom',
    'Spring blossom',
    'The dish on a pale wooden table beneath a branch of cherry blossom, petals scattered around it. Soft overcast light, delicate pink and green.',
  ],
  [
    'tropical-leaves',
    'Tropical leaves',
    'The dish on a bed of glossy banana leaves with hibiscus and cut mango beside it. Humid jungle light, water droplets and lush deep greens.',
  ],
  [
    'mediterranean-blue',
    'Mediterranean blue',
    'The dish on glazed blue tiles with lemons, olive branches and a jug of water. White walls, strong sun and a glimpse of sea behind.',
  ],
  [
    'zen-minimal',
    'Calm and minimal',
    'The dish on a dark ceramic tray on a low cedar table, chopsticks laid neatly beside it. Paper screen light, a single branch, generous empty space and stillness.',
  ],
  [
    'spice-bazaar',
    'Spice bazaar',
    'The dish on a hammered brass table among heaped bowls of turmeric, paprika and cumin. Woven textiles, shafts of dusty sunlight, saturated warm colours.',
  ],
  [
    'taqueria-tiles',
    'Taqueria colours',
    'The dish on a bright enamel table before a wall of colourful patterned tiles. Lime halves, a small bowl of salsa and paper flags overhead, cheerful midday sun.',
  ],
  [
    'trattoria-cloth',
    'Trattoria tablecloth',
    'The dish on a red checked tablecloth with basil in a pot, a bottle of olive oil and torn bread. Old stone wall behind, slow late-lunch light.',
  ],
  [
    'rainy-window-comfort',
    'Rainy day comfort',
    'The dish steaming on a small table in front of a rain-streaked window. Grey-blue city blur outside, one warm lamp inside, pure comfort.',
  ],
  [
    'rooftop-blue-hour',
    'Rooftop blue hour',
    'The dish on a rooftop bar table at blue hour, city lights turning to bokeh behind it. Festoon bulbs above, cool sky and warm highlights.',
  ],
  [
    'game-night-table',
    'Game night',
    'The dish in the centre of a coffee table on game night, with dice, cards, popcorn and cold drinks around it. Screen glow in the background, bold evening colour.',
  ],
  [
    'party-confetti',
    'Party confetti',
    'The dish on a festive table as gold confetti rains down around it. Balloons and fairy lights blurred behind, sparkling flash-lit celebration.',
  ],
  [
    'fine-dining-linen',
    'Fine dining linen',
    'The dish on white linen with polished cutlery and a slim glass, in the quiet light of a fine dining room. Dark panelled wall, restrained elegance, precise focus.',
  ],
  [
    'fresh-from-oven',
    'Fresh from the oven',
    'The dish just out of a brick oven on a wooden peel, flour dust in the air and embers glowing behind. Radiant heat, golden crusts, drifting steam.',
  ],
  [
    'ice-and-splash',
    'Ice and splash',
    'The dish among crushed ice and clear water splashes frozen in mid-air. Cool backlight, condensation beads and vivid fresh colours on a pale blue background.',
  ],
  [
    'takeaway-kraft',
    'Takeaway unboxed',
    'The dish freshly opened in plain kraft takeaway boxes on a pale table, napkins and a wooden fork beside it. Even daylight, tidy overhead arrangement, ready to eat.',
  ],
  [
    'campfire-skillet',
    'Campfire skillet',
    'The dish beside a cast-iron skillet on a log next to a crackling campfire. Pine forest at dusk, sparks in the air, enamel mugs and a warm flickering glow.',
  ],
]);

/** The scenes that a creation path offers. */
export function scenesOf(path: CreationPath): readonly Scene[] {
  return path === 'ugc' ? influencerScenes : foodScenes;
}

/** Returns the scene of a path with this id, or undefined. */
export function sceneById(path: CreationPath, id: string): Scene | undefined {
  return scenesOf(path).find((scene) => scene.id === id);
}
