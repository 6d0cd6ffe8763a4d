import { jsPDF } from "jspdf";
import { colours, PRINTED_LINE } from "#contract/colours.ts";
import { addToDocument, loadScriptFont, drawLetters, measureWidth, fetchFont } from "./drawn-text.ts";
import { splitIntoRuns, findScripts } from "./indian-scripts.ts";
import regular from "./invoice-regular.ttf?url";
import strong from "./invoice-strong.ttf?url";
import { wrapText } from "./wrap-text.ts";

/** All lengths in points, 72 to the inch. */
export const PAPER = { width: 595.28, height: 841.89, margin: 51, inside: 493.28 } as const;

const LINE_HEIGHT = 1.4;
/** How far below the top of a line its letters stand, in parts of their size. */
const BASELINE = 0.85;

export interface Writing {
  size?: number;
  bold?: boolean;
  colour?: string;
  /** `end` puts the end of the text at `x`. */
  align?: "start" | "end";
  /** Wraps at this width. */
  width?: number;
}

/** A4 paper with the shop's own letters on it, written from the top down. */
export interface InvoiceCanvas {
  /** Writes at the top left corner given, and gives the height that took. */
  write(text: string, x: number, y: number, how?: Writing): number;
  /** The height it would take. */
  measure(text: string, how?: Writing): number;
  rule(y: number, from?: number): void;
  /** The rings of the shop, in a square of this side. */
  rings(x: number, y: number, side: number): void;
  newPage(): void;
  /** Writes something on every page, once all of them are there. */
  onEveryPage(draw: (page: number, pages: number) => void): void;
  blob(): Blob;
}

/**
 * `text` is everything that will be written: the letters for it come first.
 * @throws when they cannot be fetched
 */
export async function createInvoiceCanvas(
  about: { title: string; author: string },
  text: string,
): Promise<InvoiceCanvas> {
  const doc = new jsPDF({ unit: "pt", format: "a4", compress: true, putOnlyUsedFonts: true });
  doc.setProperties(about);
  doc.setLanguage("en");
  await Promise.all([addFont(doc, regular, "normal"), addFont(doc, strong, "bold")]);
  const isOurs = createFontCheck(doc);
  await Promise.all(findScripts(text, isOurs).map((script) => loadScriptFont(doc, script)));
  return createCanvas(doc, createPen(doc, isOurs));
}

function createCanvas(doc: jsPDF, { look, widthOf, linesOf, writeLine }: Pen): InvoiceCanvas {
  return {
    write(text, x, y, how = {}) {
      const lines = linesOf(text, how);
      const { size } = look(how);
      for (const [index, line] of lines.entries()) {
        const start = how.align === "end" ? x - widthOf(line, how) : x;
        writeLine(line, start, y + heightOf(index, how) + size * BASELINE, how);
      }
      return heightOf(lines.length, how);
    },
    measure: (text, how = {}) => heightOf(linesOf(text, how).length, how),
    rule(y, from = PAPER.margin) {
      doc
        .setDrawColor(PRINTED_LINE)
        .setLineWidth(0.6)
        .line(from, y, PAPER.margin + PAPER.inside, y);
    },
    rings(x, y, side) {
      doc.setDrawColor(colours.walnut).setLineWidth(side / 14);
      for (const radius of [0.46, 0.3, 0.13]) doc.circle(x + side / 2, y + side / 2, side * radius);
    },
    newPage: () => void doc.addPage(),
    onEveryPage(draw) {
      const pages = doc.getNumberOfPages();
      for (let page = 1; page <= pages; page++) {
        doc.setPage(page);
        draw(page, pages);
      }
    },
    blob: () => doc.output("blob"),
  };
}

type Pen = ReturnType<typeof createPen>;

/** Measures and writes single lines, in whichever fonts their letters need. */
function createPen(doc: jsPDF, isOurs: (letter: string) => boolean) {
  const look = ({ size = 9, bold = false, colour = colours.ink }: Writing) => ({ size, bold, colour });
  const take = (how: Writing) =>
    doc
      .setFont(FAMILY, how.bold ? "bold" : "normal")
      .setFontSize(look(how).size)
      .setTextColor(look(how).colour);
  /** The line cut where the script changes, each run with its width. */
  const measured = (line: string, how: Writing) =>
    splitIntoRuns(line, isOurs).map(({ text, script }) => {
      if (script) return { text, script, width: measureWidth(text, script, look(how)) };
      const known = replaceMissingCharacters(text, isOurs);
      return { text: known, script, width: take(how).getTextWidth(known) };
    });
  const widthOf = (line: string, how: Writing) =>
    measured(line, how).reduce((sum, { width }) => sum + width, 0);
  const linesOf = (text: string, how: Writing): string[] =>
    how.width === undefined ? [text] : wrapText(text, how.width, (part) => widthOf(part, how));
  const writeLine = (line: string, start: number, baseline: number, how: Writing) => {
    let x = start;
    for (const { text, script, width } of measured(line, how)) {
      if (script) drawLetters(doc, text, script, x, baseline, look(how));
      else take(how).text(text, x, baseline);
      x += width;
    }
  };
  return { look, widthOf, linesOf, writeLine };
}

const heightOf = (lines: number, { size = 9 }: Writing) => lines * size * LINE_HEIGHT;

const FAMILY = "Figtree";

const addFont = async (doc: jsPDF, address: string, style: "normal" | "bold"): Promise<void> =>
  addToDocument(doc, await fetchFont(address), FAMILY, style);

/** Whether the shop's own font has a letter; both its weights have the same. */
function createFontCheck(doc: jsPDF): (letter: string) => boolean {
  const { metadata } = doc.setFont(FAMILY, "normal").getFont() as unknown as {
    metadata: { characterToGlyph(code: number): number };
  };
  return (letter) => metadata.characterToGlyph(letter.codePointAt(0) ?? 0) !== 0;
}

/** Letters that no font here has lose their accents; what then is left over is marked, never silently dropped. */
const replaceMissingCharacters = (text: string, isOurs: (letter: string) => boolean): string =>
  Array.from(text, (letter) => {
    if (isOurs(letter)) return letter;
    const plain = letter.normalize("NFKD").replaceAll(/\p{M}/gu, "");
    return plain !== "" && Array.from(plain).every(isOurs) ? plain : "?";
  }).join("");
