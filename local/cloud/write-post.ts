import type { FillForm } from 'bedrock-stand-in/converse';
import { type PostLanguage, type PostText, type PostTone, postTones } from '#shared/domain/post-text.ts';

/** Texts of one language; `{dish}` is the dish's name. */
interface Template extends Pick<PostText, 'altText' | 'description' | 'hashtags'> {
  readonly captions: Readonly<Record<PostTone, string>>;
  readonly from: (restaurant: string) => string;
}

const english: Template = {
  captions: {
    friendly: 'Today on our table: {dish}. Come by and have a seat with us 🍽️',
    playful: 'Look at this {dish}. Now look at the clock. Yes, it is time 😋',
    refined: '{dish}, served as we like it best. We look forward to your visit.',
  },
  from: (restaurant) => `Your team at ${restaurant}`,
  altText: '{dish}, served on a table.',
  description: '{dish}, as it comes to your table.',
  hashtags: ['foodie', 'restaurant', 'dinnertime', 'eatlocal'],
};

const templates: Readonly<Partial<Record<PostLanguage, Template>>> = {
  en: english,
  de: {
    captions: {
      friendly: 'Heute bei uns auf dem Tisch: {dish}. Kommt vorbei und setzt euch zu uns 🍽️',
      playful: 'Erst {dish} anschauen. Dann auf die Uhr. Ja, es ist so weit 😋',
      refined: '{dish}, angerichtet, wie wir es am liebsten mögen. Wir freuen uns auf Ihren Besuch.',
    },
    from: (restaurant) => `Euer Team von ${restaurant}`,
    altText: '{dish}, auf einem Tisch angerichtet.',
    description: '{dish}, wie es auf Ihren Tisch kommt.',
    hashtags: ['essengehen', 'restaurant', 'genuss', 'mittagspause'],
  },
  es: {
    captions: {
      friendly: 'Hoy en nuestra mesa: {dish}. Ven y siéntate con nosotros 🍽️',
      playful: 'Mira este plato: {dish}. Ahora mira el reloj. Sí, ya es hora 😋',
      refined: '{dish}, servido como más nos gusta. Esperamos su visita.',
    },
    from: (restaurant) => `El equipo de ${restaurant}`,
    altText: '{dish}, servido en una mesa.',
    description: '{dish}, tal como llega a su mesa.',
    hashtags: ['comerfuera', 'restaurante', 'buenprovecho', 'gastronomia'],
  },
  fr: {
    captions: {
      friendly: 'Aujourd’hui à notre table : {dish}. Venez vous asseoir avec nous 🍽️',
      playful: 'Regardez ce plat : {dish}. Maintenant, regardez l’heure. Oui, c’est le moment 😋',
      refined: '{dish}, servi comme nous l’aimons. Au plaisir de vous accueillir.',
    },
    from: (restaurant) => `L’équipe de ${restaurant}`,
    altText: '{dish}, servi sur une table.',
    description: '{dish}, tel qu’il arrive à votre table.',
    hashtags: ['bonappetit', 'restaurant', 'gourmandise', 'atable'],
  },
  it: {
    captions: {
      friendly: 'Oggi sulla nostra tavola: {dish}. Venite a sedervi con noi 🍽️',
      playful: 'Guarda questo piatto: {dish}. Ora guarda l’orologio. Sì, è il momento 😋',
      refined: '{dish}, servito come piace a noi. Vi aspettiamo.',
    },
    from: (restaurant) => `La squadra di ${restaurant}`,
    altText: '{dish}, servito su un tavolo.',
    description: '{dish}, così come arriva in tavola.',
    hashtags: ['buonappetito', 'ristorante', 'cucina', 'atavola'],
  },
};

/**
 * The post of the text model's stand-in, from templates with the names of dish and restaurant. It does not depend on
 * the picture. In a language without a template it is in English, and its caption says so.
 */
export const writePost: FillForm = async (tool, _facts, text) => {
  if (tool !== 'write_post') return undefined;
  const asked = (label: string) => new RegExp(`^${label}: (.*)$`, 'm').exec(text)?.[1] ?? '';
  const [, language, code = 'en'] = /^(.*) \((\w+)\)$/.exec(asked('Language')) ?? [];
  const template = templates[code as PostLanguage] ?? english;
  const fill = (words: string) => words.replaceAll('{dish}', asked('Dish'));
  const tone = postTones.find((each) => asked('Tone').startsWith(each)) ?? 'friendly';
  const restaurant = asked('Restaurant');
  const caption = [
    fill(template.captions[tone]),
    ...(restaurant === '' ? [] : [template.from(restaurant)]),
    ...(template === english && code !== 'en'
      ? [`(This sample is in English: there is none in ${language}.)`]
      : []),
  ].join('\n\n');
  const hashtags = template.hashtags.slice(0, Number(asked('Number of hashtags')));
  return { caption, hashtags, altText: fill(template.altText), description: fill(template.description) };
};
