/** The public API of the feature: what other features may use. */
export { fillWords, listFields, toShopFacts, wordsWithFields } from "./fields.ts";
export { withOwnWords } from "./mail-words.ts";
export { getFieldValues, setOwnTexts } from "./shop-texts.ts";
export { type OwnTexts, readTextFiles } from "./text-files.ts";
