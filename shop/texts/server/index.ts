export { fillWords, listFields, toShopFacts, wordsWithFields } from "./fields.ts";
export { listTexts, showText } from "./show-texts.ts";
export { getFieldValues, setOwnTexts, withOwnWords } from "./shop-texts.ts";
export {
  isOwnTextName,
  listOwnTextFaults,
  listSampleWords,
  type ReplacedTexts,
  ownTextNames,
  readTextFiles,
} from "./text-files.ts";
