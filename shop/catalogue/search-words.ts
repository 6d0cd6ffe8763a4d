import { links } from "#contract/links.ts";
import { findHelpPages } from "./search.ts";

/** Returns the form of a word that the search compares: in Latin letters, singular, without common misspellings. */
export function normalizeWord(typed: string): string {
  const word = toSingular(toLatin(typed));
  return spellings.get(word) ?? word;
}

/** Common misspellings. They are corrected here, so that synonyms such as `rotating tray` need no misspelt variants. */
const spellings: ReadonlyMap<string, string> = new Map(
  [
    "tray tre trey trei tare",
    "board portu bordu borad",
    "bowl baul baulu pawul paul",
    "plate pletu pilet palet",
    "platter plyatar paletar",
    "cutting kating kattin katting katin",
    "chopping chaping chappin chapin",
    "fruit hprut farut",
    "salad salat chalat",
    "soup sup supp",
    "nut nat",
    "tea ti",
    "pizza pija pijja pijha pitja pitcha",
    "dry drai",
    "box bok baka",
    "spoon spon",
    "stand stant styand sataind",
    "holder holtar holadar",
    "cake kek kekk",
    "cheese chij chijh",
    "serving sarwin sarbhin charwin",
    "gift gft gfit gifat kihpt kipt",
    "diwali dipawli dipabli tipawli",
    "tissue tisyu tishyu tisu",
  ].flatMap((line) => {
    const [word = "", ...misspelt] = line.split(" ");
    return misspelt.map((each): [string, string] => [each, word]);
  }),
);

/** Returns how a word sounds. The result is equal for `deewali`, `divali` and `diwali`, and for `bord` and `board`. */
export const soundOf = (word: string): string =>
  soundRules.reduce((sound, [letters, one]) => sound.replaceAll(letters, one), word);

const soundRules: readonly (readonly [letters: RegExp, one: string])[] = [
  [/(?<=[^aeiou])e$/g, ""],
  [/ee|ea|ie/g, "i"],
  [/oo|ui/g, "u"],
  [/o[wua]|a[uw]/g, "o"],
  [/[ae][iy]/g, "e"],
  [/y/g, "i"],
  [/e/g, "a"],
  [/ph/g, "f"],
  [/ch/g, "q"],
  [/([kgtdbsj])h/g, "$1"],
  [/c(?=i)/g, "s"],
  [/c/g, "k"],
  [/[zj]/g, "s"],
  [/w/g, "v"],
  [/(.)\1+/g, "$1"],
  [/[aiou]+$/g, "a"],
];

/** Writes Indian scripts as most people type them in Latin letters: `लकड़ी` becomes `lakdi`. */
export function toLatin(word: string): string {
  if (!/[\u0900-\u0D7F]/.test(word)) return word;
  return (
    word
      // Recomposes characters that the search has decomposed. Otherwise the vowel sign of `বো` would be two signs.
      .normalize("NFC")
      // Assamese has its own letters for `r` and `w`.
      .replaceAll("ৰ", "\u09B0")
      .replaceAll("ৱ", "\u09B5")
      // A final dot is an `m` in Telugu, Kannada and Malayalam.
      .replace(/[\u0C02\u0C82\u0D02]$/, "\u092E\u094D")
      // Malayalam writes `tt` as two letters `rr`, and has a second sign for `au`.
      .replaceAll("റ്റ", "ട")
      .replaceAll("\u0D57", "\u0D4C")
      // Unicode lists the letters of the other Indian scripts in the order of Devanagari, 128 for each script.
      .replaceAll(/[\u0980-\u0D7F]/g, (letter) => String.fromCharCode(0x0900 + (letter.charCodeAt(0) % 128)))
      // `*` is a placeholder for the vowel `a`, which a Devanagari consonant without a vowel sign contains.
      .replaceAll(/([क-ह\u095C\u095F])([\u093E-\u094D]?)/gu, (_, consonant: string, sign: string) =>
        [latinLetters[consonant], sign === "" ? "*" : latinLetters[sign]].join(""),
      )
      .replaceAll(/\p{Script=Devanagari}/gu, (letter) => latinLetters[letter] ?? "")
      .replace(/(.)\*$/, "$1")
      .replaceAll(SILENT_VOWEL, "$1")
      .replaceAll("*", "a")
  );
}

const SILENT_VOWEL = /([aeiou*](?:[kgcjtdbs]h|[^aeiou*]))\*(?=(?:[kgcjtdbs]h|[^aeiou*])[aeiou])/g;

const latinLetters: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "क k,ख kh,ग g,घ gh,ङ n,च ch,छ ch,ज j,झ jh,ञ n,ट t,ठ th,ड d,ढ dh,ण n,त t,थ th,द d,ध dh,न n,प p,फ f,ब b,भ bh,म m," +
    "य y,र r,ल l,ळ l,व w,श sh,ष sh,स s,ह h,अ a,आ aa,इ i,ई i,उ u,ऊ u,ऋ ri,ए e,ऐ ai,ऍ e,ओ o,औ au,ऑ o," +
    "ऎ e,ऒ o,ऩ n,ऱ r,ऴ l,ॺ n,ॻ n,ॼ r,ॽ l,ॾ l,ॿ k,ॎ t,॰ n,\u095C d,\u095F y," +
    "ा a,ि i,ी i,ु u,ू u,ृ ri,ॆ e,े e,ै ai,ॅ e,ॊ o,ो o,ौ au,ॉ o,् ,ं n,ँ n,ः h," +
    "० 0,१ 1,२ 2,३ 3,४ 4,५ 5,६ 6,७ 7,८ 8,९ 9"
  )
    .split(",")
    .map((pair) => pair.split(" ") as [string, string]),
);

function toSingular(word: string): string {
  if (word.length < 4 || /(ss|us)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(x|z|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/** Words that do not distinguish products. A product does not have to contain them to be found. */
const vagueWords: ReadonlySet<string> = new Set(
  (
    "a an the and or of for to in on at by with without from my our your me i we is it its this that these any some all " +
    "wood wooden woods handmade handcrafted handcraft handicraft craft artisan artisanal hand made set pair combo pack piece pc " +
    "buy shop order online want need looking find show rate rs inr rupee best good nice beautiful pretty friendly hanging " +
    "new latest trending quality premium luxury natural eco friendly ecofriendly organic solid pure real original " +
    "food safe grade use used using item product thing stuff accessory india indian inch cm size type style shape shaped design designer " +
    "large larger largest small smaller smallest big bigger biggest mini little tiny huge giant heavy light medium thick thin slim deep tall shallow mota mote moti patla patle patli xl arrival bestseller bestselling seller sell selling popular non toxic " +
    "under below within upto above over more max maximum min minimum between budget price priced cheap cheapest affordable low cost costly expensive " +
    "se kam tak andar neeche niche zyada jyada upar mein me par rakhne rakhna belne chahiye saman samaan tree how ghar lakdee lakadee " +
    "up less than around about unique modern traditional rustic ka ki ke ko wala wali wale liye liya lie aur lakdi lakadi lakri " +
    "do does did you your u ur have has can could would will should what which where who there here please plz pls hi hello hey " +
    "suggest recommend suggestion idea ideas something anything get got give like one photo image picture website site app taruva " +
    "mujhe hume mere mera meri apne apna apni hai hain kya kaun koi kuch bhi ye yeh wo woh kaisa kaise kitna kitne kitni kahan " +
    "dikhao dikhaye dikhaiye batao bataye lena dena kharidna khareedna milega milegi milta karna karne karo khana khane accha acha achha " +
    "rectangle rectangular sundar bada bade badi chota chote choti chhota chhote chhoti naya naye nayi bahut sabse sasta saste sasti mehnga lowest rupaye rupay hazar hazaar hajar thousand ek teen char panch paanch extra keep keeping newly saal wudan wod x put anti time take day when finish wit wid fr most " +
    "aesthetic fancy stylish elegant classy cute vintage antique boho ethnic royal durable sustainable minimal minimalist " +
    // Mainly words in Tamil, Telugu, Kannada, Malayalam, Bengali, Marathi, Gujarati and Punjabi.
    "vala vali vale desi collection colour color coloured colored maram mara marada chekka kattai thadi kath kather kathar lakkad lakud lakdachi lakdana lakda vendum " +
    "kosam kavali beku venam jonno sathi pahije mate joiye layi kay wettum vs versus ya"
  )
    .split(" ")
    .map(normalizeWord),
);

/** True for a vague word, a number, or a number with a unit, such as `30cm`, `12x8`, `2pc`, `1k` or `rs500`. */
export const isVagueWord = (word: string): boolean =>
  vagueWords.has(word) ||
  /^(?:rs|inr)?\d+(?:x\d+)*(?:cm|mm|in|inch|inche|k|kg|g|gm|ml|pc|piece)?$/.test(word);

/** Words that usually mean something other than the shop's goods. The search does not correct them to similar words. */
const otherWords: ReadonlySet<string> = new Set(
  "pin daani chess carrom ludo dog cat pet ash ice notice ironing key candle pencil pen phone mobile dart chair clock pine planter soap folder wall shopping daddy boat coat stool shelf brush comb towel grater lamp tawa tava kadai kadhai bill cart car disc whiteboard blackboard skateboard keyboard dashboard".split(
    " ",
  ),
);

export const isOtherWord = (word: string): boolean =>
  otherWords.has(word) || usedGoods.has(word) || findHelpPages(word).length > 0;

/** True for a word such as `returns`, which finds a help page other than Contact. Products need not contain it. */
export const isServiceWord = (word: string): boolean =>
  findHelpPages(word).some(({ href }) => href !== links.contact);

const usedGoods: ReadonlySet<string> = new Set(
  "masaledani mill grinder kulhad kullad spoon fork knife chaku chhuri ladle karchi spatula tong belan cup mug glass tumbler bottle jar kettle pot vase candle frame sofa stove cupboard".split(
    " ",
  ),
);

export const isUsedGoods = (word: string): boolean => usedGoods.has(word);

const otherPhrases: readonly string[] =
  "dinner set,tea cup,coffee cup,chai cup,coffee mug,coffee table,side table,white board,black board,baking tray,name plate,name board,number plate,vision board,singing bowl,litter tray,paint tray,fish bowl".split(
    ",",
  );

/** Wooden goods must not be put into these appliances, so no product is a full match for `dishwasher safe bowl`. */
const appliances: readonly string[] = ["dishwasher", "microwave", "oven"];

/**
 * True if the words name an appliance, or goods that the shop does not sell but people use with its products:
 * `spoon set`, but not `spoon holder`. `isOfShop` is true for the name of a product of the shop.
 */
export function isForOtherGoods(words: readonly string[], isOfShop: (goods: string) => boolean): boolean {
  const isOther = (goods: string): boolean => !isOfShop(goods);
  const text = words.join(" ");
  const phrase = otherPhrases.find((each) => ` ${text} `.includes(` ${each} `) && isOther(each));
  if (words.some((word) => appliances.includes(word) && isOther(word))) return true;
  const others = phrase === undefined ? words : text.replace(phrase, "").split(" ");
  if (others.some((word) => CONTAINER.test(word) && !usedGoods.has(word))) return false;
  return phrase !== undefined || words.some((word) => usedGoods.has(word) && isOther(word));
}

const CONTAINER =
  /(?:board|block|tray|platter|plate|bowl|caddy|holder|stand|rack|box|organi[sz]er|storage|container|basket|susan|turntable|rakhn[ae])$/;

/** True for a word that is not enough for a close match: a tissue box is not a close match for `jewellery box`. */
export const isGenericWord = (word: string): boolean =>
  /^(box|stand|holder|table|rack|storage|container|organi[sz]er|case|cover|dabba|dibba)$/.test(word);

/** True for a word about a place or use. In `kitchen turntable`, such a word affects only the order of the results. */
export const isPlaceWord = (word: string): boolean =>
  /^(kitchen|dining|table|tabletop|counter|top|countertop|sofa|couch|bedroom|bathroom|balcony|terrace|garden|home|living|drawing|room|hall|restaurant|hotel|cafe|office|desk|car|serving|rasoi)$/.test(
    word,
  );

/** The order that a word such as `big` gives the results: 1 is largest first, -1 smallest first, and 0 no order. */
export interface SizeOrder {
  by: "area" | "height";
  order: 1 | 0 | -1;
}

const sizeOrders: readonly [words: RegExp, SizeOrder][] = [
  [/^(large|larger|largest|big|bigger|biggest|huge|giant|xl|bad[aei])$/, { by: "area", order: 1 }],
  [/^(small|smaller|smallest|mini|little|tiny|chh?ot[aei])$/, { by: "area", order: -1 }],
  [/^(thick|deep|tall|high|mot[aei])$/, { by: "height", order: 1 }],
  [/^(thin|slim|shallow|patl[aei])$/, { by: "height", order: -1 }],
];

export const findSizeOrder = (words: readonly string[]): SizeOrder =>
  sizeOrders.find(([sizeWords]) => words.some((word) => sizeWords.test(word)))?.[1] ?? {
    by: "area",
    order: 0,
  };

export const listVagueWords = (): Iterable<string> => vagueWords;
