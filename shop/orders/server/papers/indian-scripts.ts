/** A way of writing that the shop's own font does not know, with a font that does. */
export interface Script {
  name: string;
  letters: RegExp;
}

/** The scripts of India's official languages that are written from the left; Noto Sans has each of them. */
const scripts: readonly Script[] = [
  { name: "Devanagari", letters: /\p{scx=Devanagari}/u },
  { name: "Bengali", letters: /\p{scx=Bengali}/u },
  { name: "Gurmukhi", letters: /\p{scx=Gurmukhi}/u },
  { name: "Gujarati", letters: /\p{scx=Gujarati}/u },
  { name: "Oriya", letters: /\p{scx=Oriya}/u },
  { name: "Tamil", letters: /\p{scx=Tamil}/u },
  { name: "Telugu", letters: /\p{scx=Telugu}/u },
  { name: "Kannada", letters: /\p{scx=Kannada}/u },
  { name: "Malayalam", letters: /\p{scx=Malayalam}/u },
];

/** A run of text in one script; null is the shop's own letters, and those that no font here has. */
interface Run {
  text: string;
  script: Script | null;
}

/** Splits a text where the script changes. What several scripts share goes on with the one before it. */
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

const JOINER = /[\u200C\u200D]/;

const findScript = (letter: string, before: Script | null): Script | null =>
  before && (before.letters.test(letter) || JOINER.test(letter))
    ? before
    : (scripts.find(({ letters }) => letters.test(letter)) ?? null);
