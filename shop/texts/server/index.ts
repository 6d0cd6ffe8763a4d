/** The public API of the feature: what other features may use. */
export { fillWords, listFields, toShopFacts, wordsWithFields } from "./fields.ts";
export { getFieldValues, setOwnTexts, withOwnWords } from "./shop-texts.ts";
export { listSampleWords, type OwnTexts, readTextFiles } from "./text-files.ts";
