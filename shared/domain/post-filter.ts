import { foldText } from './gallery-filter.ts';
import { plainText, shortenText } from './plain-text.ts';
import { postBody } from './post-body.ts';
import {
  lengthOn,
  maxPostLengths,
  networkOf,
  type PostText,
  type PostWish,
  readHashtags,
} from './post-text.ts';

/** Why a model's text is refused. */
export interface PostProblem {
  readonly kind: 'claim' | 'ingredient' | 'brand' | 'contact' | 'tone' | 'answer';
  /** The words in question, without accents and capitals. */
  readonly found: string;
}

/**
 * Word lists by subject, in the languages in which posts are written. A star stands for further letters; words in
 * scripts without spaces match anywhere.
 */
type Lexicon = Readonly<Record<string, string>>;

/**
 * Claims that cannot be verified from a picture: health, diets, allergens, awards, prices, where and how food was made.
 */
const claims: Lexicon = {
  gluten: 'gluten*, *glutenfrei*, celiac*, coeliac*, zoliakie*, グルテン, 麸质, 麩質, غلوتين, جلوتين',
  lactose:
    'lactos*, laktos*, lattosio, laktoz*, dairy free, milchfrei*, sin lacteos, sans lait, 乳糖, لاكتوز',
  allergens: 'allerg*, alerg*, alerj*, alerzhen*, nut free, nussfrei*, アレルギー, アレルゲン, 过敏, حساسية',
  vegan: 'vegan*, vegetalien*, wegan*, plant based, pflanzlich*, ヴィーガン, ビーガン, 纯素, فيغان',
  vegetarian: 'vegetari*, vegetar*, wegetaria*, vejetar*, meatless, fleischlos*, ベジタリアン, 素食, نباتي*',
  religion:
    'halal*, helal, kosher, koscher*, casher, koszern*, ハラール, ハラル, コーシャ, 清真, حلال, كوشير',
  organic:
    'organic*, bio, biologi*, okologisch*, ecologic*, ekologiczn*, organik*, オーガニック, 有機, 有机, عضوي*',
  health:
    'health*, healthier, wholesome, gesund*, saludable*, sano, sana, sanos, sanas, sain, saine, sains, saines, sante, salutar*, saudave*, gezond*, zdrow*, saglik*, ヘルシー, 健康, صحي*, nutriti*, nutrient*, nahrhaft*, nahrstoff*, nutric*, guilt free',
  figures:
    'calori*, kalori*, kcal, カロリー, 卡路里, 热量, سعرات, low carb, keto, ketogen*, paleo, protein*, bialk*, eiweiss*, たんぱく質, タンパク質, 蛋白质, بروتين*, vitamin*, witamin*, ビタミン, 维生素, فيتامين*, antioxid*, superfood*, detox*, omega 3',
  sugarOrFat:
    'sugar free, zuckerfrei*, sin azucar, sans sucre, senza zucchero, sem acucar, suikervrij*, bez cukru, sekersiz, 無糖, 无糖, fat free, low fat, fettarm*, light version',
  effects:
    'cures, heals, healing, heilt, heilsam*, immun*, 免疫, مناعة, slimming, weight loss, lose weight, abnehmen, adelgaz*, maigrir, dimagri*, diet, dieta, diat, ダイエット, 减肥, حمية',
  awards:
    'award*, michelin, preisgekront*, premiad*, premiat*, nagradzan*, odullu, 受賞, 获奖, جائزة, best in town, number one, world famous, weltberuhmt*',
  prices:
    'discount*, rabatt*, rabat, descuento*, remise, sconto, sconti, desconto*, korting*, indirim*, خصم, 割引, 折扣, free delivery, for free, gratis, gratuit*, half price, two for one',
  making:
    'homemade, home made, hausgemacht*, casero, casera, fait maison, faite maison, fatto in casa, fatta in casa, caseiro, caseira, huisgemaakt*, domowej roboty, ev yapimi, 自家製, 自制, handmade, hand made, handgemacht*, hecho a mano',
  origin:
    'locally sourced, local farm*, local produce, regional*, farm to table, farm fresh, sustainab*, nachhaltig*, sostenib*, durable, sustentave*, duurza*, free range, grass fed, wild caught, freiland*, 国産, 産地直送, 有机农场',
};

/** Foods that a text may name only if the dish's name, the restaurant's words or the reading of the picture do. */
const ingredients: Lexicon = {
  cheese:
    '*cheese*, *kase, kase*, queso*, fromage*, formagg*, queijo*, kaas*, ser, sera, serem, peynir*, جبن*, チーズ, 奶酪, 芝士, mozzarell*, parmesan*, parmigian*, cheddar*, feta, gouda, gruyere, burrata, ricotta, halloumi, mascarpone',
  egg: 'egg, eggs, ei, eier, spiegelei*, huevo*, oeuf*, uovo, uova, ovo, ovos, eieren, jajk*, jajec*, yumurta*, بيض*, 卵, 玉子, たまご, 鸡蛋, 煎蛋',
  nuts: 'nut, nuts, nuss*, walnuss*, haselnuss*, nuez, nueces, noix, noce, noci, noz, nozes, noten, orzech*, ceviz*, findik*, مكسرات, ナッツ, くるみ, 坚果, 核桃, almond*, mandel*, almendra*, amande*, mandorl*, amendoas, amandel*, migdal*, badem*, لوز, アーモンド, 杏仁, pista*, fistik*, فستق, ピスタチオ, 开心果, walnut*, hazelnut*, noisette*, nocciol*, avellana*, cashew*, pecan*, pine nut*, pinienkern*, pinoli',
  peanut: 'peanut*, erdnuss*, cacahuet*, arachid*, amendoim*, pinda*, فول سوداني, ピーナッツ, 花生',
  sesame: 'sesam*, susam*, sezam*, ajonjoli, gergelim, tahin*, سمسم, ごま, 胡麻, 芝麻',
  crustaceans:
    'shrimp*, prawn*, garnele*, gamba*, langostin*, camaron*, crevett*, gamber*, camarao, camaroes, garnal*, krewet*, karides*, روبيان, جمبري, 海老, えび, エビ, 虾, lobster*, hummer, homard*, aragost*, langosta*, crab, crabs, krabbe*, cangrejo*, crabe*, granchi*, 蟹',
  fish: 'fish, fisch*, pescado*, poisson*, pesce, pesci, peixe*, visfilet*, ryb*, balik*, سمك*, 魚, 鱼, salmon*, lachs*, saumon*, salmao, zalm*, losos*, somon*, سلمون, サーモン, 鮭, 三文鱼, tuna, thunfisch*, atun, thon, tonno, atum, tonijn, tunczyk*, تونة, マグロ, ツナ, 金枪鱼, cod, kabeljau*, bacal*, cabillaud, merluzzo, anchov*, sardell*, anchoa*, anchois, acciug*',
  pork: 'bacon, speck, *schinken*, ham, jamon*, jambon*, prosciutt*, presunt*, spek, boczek*, szynk*, domuz*, لحم خنزير, ベーコン, ハム, 培根, 火腿, pork*, schwein*, cerdo*, porc, maiale, porco, varken*, wieprzow*, 豚, 猪肉, pancetta',
  sausage:
    'chorizo*, salami*, pepperoni, sausage*, *wurst*, salchich*, saucisse*, salsicc*, linguic*, kielbas*, sosis*, سجق, ソーセージ, 香肠',
  chicken:
    'chicken*, hahnchen*, huhn*, pollo*, poulet*, frango*, kip, kippen*, kurcza*, tavuk*, دجاج*, チキン, 鶏, 鸡肉',
  beef: 'beef*, rindfleisch*, rinder*, ternera*, boeuf*, manzo, rundvlees*, wolow*, dana eti, sigir*, لحم بقر*, ビーフ, 牛肉, wagyu*, angus, brisket*',
  lamb: 'lamb*, lamm*, cordero*, agneau*, agnello, cordeiro*, lamsvlees*, jagniec*, kuzu*, ضأن, 羊肉, ラム肉',
  avocado: 'avocado*, aguacate*, avocat*, abacate*, awokado, avokado*, guacamole, أفوكادو, アボカド, 牛油果',
  tomato: 'tomat*, pomodor*, pomidor*, domates*, طماطم, トマト, 番茄, 西红柿, ketchup*',
  onion:
    'onion*, zwiebel*, cebolla*, oignon*, cipoll*, cebola*, uien, ui, cebul*, sogan*, بصل, 玉ねぎ, タマネギ, 洋葱, shallot*',
  garlic:
    'garlic*, knoblauch*, ajo, ajos, ail, aglio, alho, knoflook*, czosn*, sarimsak*, aioli, ثوم, ニンニク, にんにく, 大蒜',
  mushroom:
    'mushroom*, champi*, pilz*, setas, funghi, fungo, cogumelo*, paddenstoel*, pieczar*, grzyb*, mantar*, فطر, キノコ, きのこ, 蘑菇, porcini, shiitake*',
  truffle: 'truffle*, truffel*, trufa*, truffe*, tartuf*, trufl*, كمأة, トリュフ, 松露',
  herbs:
    'basil*, albahaca, manjericao, fesleg*, bazyli*, ريحان, バジル, 罗勒, cilantro, coriand*, koriander*, coentro*, kolendr*, كزبرة, パクチー, 香菜, parsley, petersilie*, perejil, persil, prezzemolo, peterselie*, pietruszk*, maydanoz*, بقدونس, パセリ, rosemary, rosmarin*, romarin, thyme, thymian*, tomillo, oregano, dill, herb, herbs, herbes, krauter*, hierbas, erbe',
  mint: 'mint, minze*, menta, menthe, munt, mieta*, nane, نعناع, ミント, 薄荷',
  chocolate:
    'chocolat*, chocola, schokolad*, schoko*, cioccolat*, czekolad*, cikolat*, شوكولا*, チョコ, 巧克力, cocoa, kakao*, cacao*',
  cream: 'cream, sahne*, rahm*, nata, creme, panna, slagroom*, smietan*, قشدة, クリーム, 奶油',
  butter:
    'butter, buttermilk, mantequilla*, beurre*, burro, manteiga*, boter, maslo*, masla, tereyag*, زبدة, バター, 黄油',
  honey: 'honey*, honig*, miel, miele, honing*, miod, miodu, miodem, عسل, はちみつ, 蜂蜜',
  chili: 'chili*, chilli*, jalapeno*, piment*, peperoncin*, malagueta, aci biber, فلفل حار, 唐辛子, 辣椒',
  citrus:
    'lemon*, zitrone*, limon*, citron*, limao, citroen*, cytryn*, ليمون, レモン, 柠檬, lime, limes, limette*, ライム, 青柠, orange zest',
  berries:
    'strawberr*, erdbeer*, fresa*, fraise*, fragol*, morango*, aardbei*, truskawk*, cilek*, فراولة, イチゴ, いちご, 草莓, blueberr*, heidelbeer*, arandano*, myrtille*, mirtil*, bosbes*, jagod*, ブルーベリー, 蓝莓, raspberr*, himbeer*, frambuesa*, frambois*, lampon*, framboesa*, framboz*, malin, ラズベリー, 覆盆子',
  greens:
    'arugula, rucola, rukola, rucula, roquette, spinach*, spinat*, espinaca*, epinard*, spinaci, espinafre*, spinazie*, szpinak*, ispanak*, سبانخ, ほうれん草, 菠菜',
  olive:
    'olive, olives, oliven*, oliva*, aceituna*, azeit*, olijf*, oliwk*, oliwa, zeytin*, زيتون, オリーブ, 橄榄',
  rice: 'rice, reis, arroz, riz, riso, rijst*, ryz, ryzem, ryzu, pirinc*, pilav*, أرز, ご飯, ライス, 米饭',
  potato:
    'potato*, kartoffel*, patata*, pommes, batata*, aardappel*, ziemnia*, patates*, بطاطا, بطاطس, ポテト, じゃがいも, 土豆, 薯条, fries, frites, fritas',
  soy: 'soy, soja*, soia, soya*, صويا, 醤油, 大豆, 酱油, tofu, 豆腐',
  wine: 'wine, wines, wein, weine, vino, vinos, vin, vinho*, wijn*, wino, wina, sarap, نبيذ, ワイン, 葡萄酒',
  beer: 'beer, beers, bier, biere, cerveza*, birra, birre, cerveja*, piwo, piwa, bira, بيرة, ビール, 啤酒',
};

/** Manufacturers, chains, delivery services and networks that a text must not add by itself. */
const brands =
  'coca cola, coke, pepsi, fanta, sprite, red bull, heineken, budweiser, guinness, stella artois, peroni, nutella, oreo, oreos, kitkat, kit kat, nestle, kinder bueno, ferrero*, lindt, milka, haagen dazs, ben jerry*, heinz, hellmann*, tabasco, kikkoman, biscoff, snickers, toblerone, starbucks, nespresso, lavazza, dunkin*, mcdonald*, mcdo, big mac, burger king, whopper, kfc, wendy s, taco bell, domino s, pizza hut, papa john*, five guys, shake shack, nando s, pret a manger, chick fil a, popeyes, krispy kreme, baskin robbins, dairy queen, uber eats, ubereats, deliveroo, doordash, grubhub, just eat, lieferando, glovo, wolt, foodpanda, swiggy, zomato, ifood, rappi, instagram, facebook, tiktok, twitter, tripadvisor, yelp, opentable, platepost';

const rudeWords =
  'fuck*, shit, shitty, bitch*, cunt*, asshole*, *porn, scheisse*, arschloch*, puta, mierda, merde, putain, cazzo, merda, kurwa, siktir*, くそ, 他妈';

/** Phrases of a model that declines to answer. */
const refusals =
  'as an ai, language model, i cannot, i can t help, i m sorry, sorry but, ich kann nicht, als ki, lo siento, je ne peux pas, non posso, nao posso, 申し訳';

const noSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A regular expression for the words of a list in folded text, whose words are separated by single spaces. */
function patternOf(list: string): RegExp {
  const alternatives = list.split(',').map((entry) => {
    const word = entry.trim();
    const folded = foldText(word.replaceAll('*', ''));
    if (noSpaces.test(word)) return folded;
    // In Arabic, the article and prepositions are joined to the following word.
    const before = word.startsWith('*')
      ? ''
      : /\p{Script=Arabic}/u.test(word)
        ? '(?<= (?:[وبل]|ال|وال|بال|لل)?)'
        : '(?<= )';
    return `${before}${folded}${word.endsWith('*') ? '' : '(?= )'}`;
  });
  return new RegExp(alternatives.join('|'), 'u');
}

const patternsOf = (lexicon: Lexicon) => Object.values(lexicon).map(patternOf);

const claimPatterns = patternsOf(claims);
const ingredientPatterns = patternsOf(ingredients);
const brandPatterns = brands.split(',').map(patternOf);
const rudePattern = patternOf(rudeWords);
const refusalPattern = patternOf(refusals);

/** The folded words of a text, separated and surrounded by single spaces. */
function foldedWords(text: string): string {
  return ` ${foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

/** Web and e-mail addresses, account names, and telephone numbers. */
const contact =
  /https?:|www\.|[\p{L}\p{N}-]+\.(?:com|net|org|io|app|shop|restaurant|de|at|ch|es|fr|it|pt|nl|pl|tr|jp|cn|uk|eu)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])@[\p{L}\p{N}_.]{2,}|[\p{L}\p{N}._-]+@[\p{L}\p{N}-]+|\+?\d(?:[\s./()-]{0,2}\d){6,}/iu;

/** An amount of money, or a percentage. */
const money = /[$€£¥₺]\s?\d|\d\s?(?:[$€£¥₺%]|eur|usd|gbp|zł|tl|円|元)(?!\p{L})/iu;

/** A placeholder that was to be filled in. */
const placeholder = /\[[^\]]*\]|\{[^}]*\}|<[^>]*>|_{3,}/u;

const emoji = /\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic})*/gu;

/** Greatest number of emoji in a caption. Other texts have none. */
export const maxEmoji = 3;

/**
 * Problems of a post that a model wrote. Words of the customer (`known`: the dish's name, what the restaurant says of
 * itself) may be repeated, in any language; foods may also be named if they are in the reading of the picture (`seen`).
 */
export function postProblems(
  {
    caption,
    hashtags,
    altText,
    description,
  }: Pick<PostText, 'caption' | 'hashtags' | 'altText' | 'description'>,
  { known, seen }: { readonly known: string; readonly seen: string },
): PostProblem[] {
  const text = [caption, ...hashtags, altText, description].join('\n');
  const words = foldedWords(text);
  const [knownWords, seenWords] = [foldedWords(known), foldedWords(`${known}\n${seen}`)];
  const problems: PostProblem[] = [];
  const forbid = (kind: PostProblem['kind'], patterns: readonly RegExp[], allowed = '') => {
    for (const pattern of patterns) {
      const found = pattern.exec(words)?.[0];
      if (found !== undefined && !pattern.test(allowed)) problems.push({ kind, found });
    }
  };
  forbid('claim', claimPatterns, knownWords);
  forbid('ingredient', ingredientPatterns, seenWords);
  forbid('brand', brandPatterns, knownWords);
  forbid('tone', [rudePattern]);
  forbid('answer', [refusalPattern], knownWords);
  for (const [kind, pattern] of [
    ['contact', contact],
    ['claim', money],
    ['answer', placeholder],
  ] as const) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined && !known.includes(found)) problems.push({ kind, found });
  }
  for (const each of [caption, altText, description]) {
    if (isShouted(each)) problems.push({ kind: 'tone', found: 'capitals or exclamation marks' });
    if (each.trim() === '') problems.push({ kind: 'answer', found: 'an empty text' });
  }
  return problems;
}

function isShouted(text: string): boolean {
  const letters = text.match(/[\p{Lu}\p{Ll}]/gu) ?? [];
  const capitals = letters.filter((letter) => /\p{Lu}/u.test(letter));
  return /!{2,}/.test(text) || (letters.length > 20 && capitals.length > letters.length * 0.6);
}

/** A model's answer to the request for a post, unchecked. */
export interface PostAnswer {
  readonly caption: string;
  readonly hashtags: readonly string[];
  readonly altText: string;
  readonly description: string;
}

/**
 * Makes a post of a model's answer: moves hashtags out of the caption, limits emoji, and shortens it to what its
 * network takes.
 */
export function tidyPost(answer: PostAnswer, wish: PostWish): PostText {
  const { maxLength, maxHashtags } = networkOf(wish.network);
  const caption = answer.caption
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) =>
      plainText(line)
        .replaceAll(/(?<=^|\s)[#＃][\p{L}\p{M}\p{N}_]+/gu, '')
        .trimEnd(),
    )
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  let seen = 0;
  const calm = caption.replaceAll(emoji, (sign) => (++seen > maxEmoji ? '' : sign));
  const post = {
    tone: wish.tone,
    network: wish.network,
    language: wish.language,
    caption: shortenText(calm, Math.min(maxLength, maxPostLengths.caption)),
    hashtags: readHashtags(answer.hashtags.join(' ')).slice(0, maxHashtags),
    altText: withoutEmoji(answer.altText, maxPostLengths.altText),
    description: withoutEmoji(answer.description, maxPostLengths.description),
  };
  return fitNetwork(post, maxLength);
}

/** Shortens a post to what its network takes: removes hashtags, the last one first, then ends the caption earlier. */
function fitNetwork(post: PostText, maxLength: number): PostText {
  const over = lengthOn(post.network, postBody(post)) - maxLength;
  if (over <= 0) return post;
  if (post.hashtags.length > 1)
    return fitNetwork({ ...post, hashtags: post.hashtags.slice(0, -1) }, maxLength);
  const length = Math.max(1, post.caption.length - Math.ceil(over / 2));
  if (length >= post.caption.length) return { ...post, hashtags: [] };
  return fitNetwork({ ...post, caption: shortenText(post.caption, length) }, maxLength);
}

function withoutEmoji(text: string, length: number): string {
  return shortenText(plainText(text).replaceAll(emoji, '').replaceAll(/ {2,}/g, ' ').trim(), length);
}
