import type { FilterableProduct } from "./filters.ts";
import { searchText, splitIntoWords } from "./search.ts";

/** Returns the singular of an English word: `bowls` becomes `bowl`, `dishes` becomes `dish`. */
export function toSingular(word: string): string {
  if (word.length < 4 || /(ss|us)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(x|z|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/** Words that are true of most products. A search never requires them. */
const vagueWords: ReadonlySet<string> = new Set(
  (
    "a an the and or of for to in on at by with without from my our your me i we is it its this that these any some all " +
    "wood wooden woods handmade handcrafted handcraft handicraft craft artisan artisanal hand made set pair combo pack piece pc " +
    "buy shop order online want need looking find show rate rs inr rupee best good nice beautiful pretty " +
    "new latest trending quality premium luxury natural eco friendly ecofriendly organic solid pure real original " +
    "food safe grade use used using item product thing stuff accessory india indian inch cm size type style shape shaped design designer " +
    "large small big mini little tiny huge giant heavy light medium thick thin xl arrival bestseller bestselling seller sell selling popular non toxic " +
    "under below within upto above over more max maximum min minimum between budget price priced cheap cheapest affordable low cost costly expensive " +
    "se kam tak andar neeche niche zyada jyada upar mein me par rakhne rakhna belne chahiye saman samaan tree how ghar lakdee lakadee " +
    "up less than around about unique modern traditional rustic ka ki ke ko wala wali wale liye liya aur lakdi lakadi lakri लकडी लकड़ी का की के वाला वाली"
  )
    .split(" ")
    .flatMap(splitIntoWords)
    .map(toSingular),
);

/** True for a vague word, a number, a length such as `30cm` or `12x8`, or an amount such as `1k` or `rs500`. */
export const isVagueWord = (word: string): boolean =>
  vagueWords.has(word) ||
  /^(?:rs|inr)?\d+(?:x\d+)*(?:cm|mm|in|inch|inche|k|kg|g|gm|ml|pc|piece)?$/.test(word);

/** Words for goods and services that the shop does not sell. The search does not correct them to similar words. */
const otherWords: ReadonlySet<string> = new Set(
  "chair clock pine planter soap folder wall track shipping shopping daddy boat coat stool shelf brush comb towel grater".split(
    " ",
  ),
);

export const isOtherWord = (word: string): boolean => otherWords.has(word);

export const listVagueWords = (): Iterable<string> => vagueWords;

/** True if a product contains all words. Used if the server has no search (D101). */
export function hasSearchedWords(product: FilterableProduct & { title: string }, text: string): boolean {
  const { title, category, subcategory, collection = "", materials } = product;
  const productWords = splitIntoWords(
    [title, category, subcategory, collection, ...materials].join(" "),
  ).join(" ");
  const searched = splitIntoWords(searchText(text)).map(toSingular);
  const specificWords = searched.filter((word) => !isVagueWord(word));
  return (specificWords.length > 0 ? specificWords : searched).every((word) => productWords.includes(word));
}
