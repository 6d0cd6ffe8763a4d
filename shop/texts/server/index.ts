export { fillWords, listFields, wordsWithFields } from "./fields.ts";
export { getFieldValues, listTexts, setOwnTexts, showText, withOwnWords } from "./shop-texts.ts";
export {
  isOwnTextName,
  listOwnTextFaults,
  listSampleWords,
  type ReplacedTexts,
  ownTextNames,
  readTextFiles,
} from "./text-files.ts";
