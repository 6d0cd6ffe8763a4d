import bengali from "@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf?url";
import devanagari from "@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf?url";
import gujarati from "@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf?url";
import gurmukhi from "@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf?url";
import kannada from "@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf?url";
import malayalam from "@expo-google-fonts/noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf?url";
import oriya from "@expo-google-fonts/noto-sans-oriya/400Regular/NotoSansOriya_400Regular.ttf?url";
import tamil from "@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf?url";
import telugu from "@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf?url";

/** A way of writing that the shop's own font does not know, with a font that does. */
export interface Script {
  name: string;
  letters: RegExp;
  /** Address of a TrueType file. */
  font: string;
}

/** The scripts of India's official languages that are written from the left. */
const scripts: readonly Script[] = [
  { name: "Devanagari", letters: /\p{scx=Devanagari}/u, font: devanagari },
  { name: "Bengali", letters: /\p{scx=Bengali}/u, font: bengali },
  { name: "Gurmukhi", letters: /\p{scx=Gurmukhi}/u, font: gurmukhi },
  { name: "Gujarati", letters: /\p{scx=Gujarati}/u, font: gujarati },
  { name: "Oriya", letters: /\p{scx=Oriya}/u, font: oriya },
  { name: "Tamil", letters: /\p{scx=Tamil}/u, font: tamil },
  { name: "Telugu", letters: /\p{scx=Telugu}/u, font: telugu },
  { name: "Kannada", letters: /\p{scx=Kannada}/u, font: kannada },
  { name: "Malayalam", letters: /\p{scx=Malayalam}/u, font: malayalam },
];

/** A run of text in one script; null is the shop's own letters, and those that no font here has. */
export interface Run {
  text: string;
  script: Script | null;
}

/** Cuts a text where the script changes. What several scripts share goes on with the one before it. */
export function splitIntoRuns(text: string, isOurs: (letter: string) => boolean): Run[] {
  const runs: Run[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    const script = isOurs(letter) ? null : findScript(letter, last?.script ?? null);
    if (last && last.script === script) last.text += letter;
    else runs.push({ text: letter, script });
  }
  return runs;
}

/** Every script that occurs in a text. */
export const findScripts = (text: string, isOurs: (letter: string) => boolean): Script[] => [
  ...new Set(splitIntoRuns(text, isOurs).flatMap(({ script }) => script ?? [])),
];

const JOINER = /[\u200C\u200D]/;

const findScript = (letter: string, before: Script | null): Script | null =>
  before && (before.letters.test(letter) || JOINER.test(letter))
    ? before
    : (scripts.find(({ letters }) => letters.test(letter)) ?? null);
