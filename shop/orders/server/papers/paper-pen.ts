import { colours } from "#contract/colours.ts";
import { splitIntoRuns } from "./indian-scripts.ts";
import { type Doc, drawShaped, getSize, selectFont, type Writing } from "./shaped-text.ts";
import { loadOwnFont, loadScriptFont, type OwnFont, type PaperFont } from "./paper-fonts.ts";
import { wrapText } from "./wrap-text.ts";

const LINE_HEIGHT = 1.4;
/** How far below the top of a line its letters stand, in parts of their size. */
const BASELINE = 0.85;

/** Measures and writes texts, in whichever fonts their letters need. */
export function createPen(doc: Doc) {
  const linesOf = (text: string, how: Writing): string[] =>
    how.width === undefined ? [text] : wrapText(text, how.width, (part) => measureWidth(part, how));
  return {
    write(text: string, x: number, y: number, how: Writing = {}): number {
      const lines = linesOf(text, how);
      for (const [index, line] of lines.entries()) {
        const start = how.align === "end" ? x - measureWidth(line, how) : x;
        writeLine(doc, line, start, y + heightOf(index, how) + getSize(how) * BASELINE, how);
      }
      return heightOf(lines.length, how);
    },
    measure: (text: string, how: Writing = {}): number => heightOf(linesOf(text, how).length, how),
  };
}

const heightOf = (lines: number, how: Writing): number => lines * getSize(how) * LINE_HEIGHT;

const getOwnFont = ({ bold, heading }: Writing): PaperFont => {
  const name: OwnFont = heading ? "marcellus" : bold ? "figtree-strong" : "figtree-regular";
  return loadOwnFont(name);
};

/** The line split where the script changes, each run with its font and width. */
function layOut(line: string, how: Writing) {
  const own = getOwnFont(how);
  return splitIntoRuns(line, own.has).map(({ text, script }) => {
    const font = script ? loadScriptFont(script, how.bold === true) : own;
    const written = script ? text : replaceMissingCharacters(text, own.has);
    const natural = script
      ? font.shape(written).reduce((sum, { advance }) => sum + advance, 0)
      : font.widthOf(written);
    const width = (natural + (how.spacing ?? 0) * Array.from(written).length) * getSize(how);
    return { text: written, script, font, width };
  });
}

const measureWidth = (line: string, how: Writing): number =>
  layOut(line, how).reduce((sum, { width }) => sum + width, 0);

function writeLine(doc: Doc, line: string, start: number, baseline: number, how: Writing): void {
  let x = start;
  doc.fillColor(how.colour ?? colours.ink);
  for (const { text, script, font, width } of layOut(line, how)) {
    if (script) drawShaped(doc, { text, font, width }, x, baseline, how);
    else {
      selectFont(doc, font, getSize(how));
      const characterSpacing = (how.spacing ?? 0) * getSize(how);
      doc.text(text, x, baseline, { lineBreak: false, baseline: "alphabetic", characterSpacing });
    }
    x += width;
  }
}

/** Letters that no font here has lose their accents; what then is left over is marked, never silently dropped. */
const replaceMissingCharacters = (text: string, isOurs: (letter: string) => boolean): string =>
  Array.from(text, (letter) => {
    if (isOurs(letter)) return letter;
    const plain = letter.normalize("NFKD").replaceAll(/\p{M}/gu, "");
    return plain !== "" && Array.from(plain).every(isOurs) ? plain : "?";
  }).join("");
