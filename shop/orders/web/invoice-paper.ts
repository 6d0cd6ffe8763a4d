import { jsPDF } from "jspdf";
import regular from "./invoice-regular.ttf?url";
import strong from "./invoice-strong.ttf?url";

/** All lengths in points, 72 to the inch. */
export const PAPER = { width: 595.28, height: 841.89, margin: 51, inside: 493.28 } as const;

export const INK = "#241b14";
export const BARK = "#5a4636";
const SAND = "#d8cbb8";

const LINE_HEIGHT = 1.4;

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
export interface Paper {
  /** Writes at the top left corner given, and gives the height that took. */
  write(text: string, x: number, y: number, how?: Writing): number;
  /** The height it would take. */
  measure(text: string, how?: Writing): number;
  rule(y: number, from?: number): void;
  newPage(): void;
  /** Writes something on every page, once all of them are there. */
  onEveryPage(draw: (page: number, pages: number) => void): void;
  blob(): Blob;
}

/** @throws when the letters cannot be fetched */
export async function openPaper(about: { title: string; author: string }): Promise<Paper> {
  const doc = new jsPDF({ unit: "pt", format: "a4", compress: true, putOnlyUsedFonts: true });
  doc.setProperties(about);
  doc.setLanguage("en");
  await Promise.all([addFont(doc, regular, "normal"), addFont(doc, strong, "bold")]);

  const take = ({ size = 9, bold = false, colour = INK }: Writing) =>
    doc
      .setFont(FAMILY, bold ? "bold" : "normal")
      .setFontSize(size)
      .setTextColor(colour);
  const linesOf = (text: string, how: Writing): string[] => {
    const known = inOurLetters(take(how), text);
    return how.width === undefined ? [known] : (doc.splitTextToSize(known, how.width) as string[]);
  };
  const heightOf = (lines: number, { size = 9 }: Writing) => lines * size * LINE_HEIGHT;

  return {
    write(text, x, y, how = {}) {
      const lines = linesOf(text, how);
      const align = how.align === "end" ? "right" : "left";
      for (const [place, line] of lines.entries()) {
        doc.text(line, x, y + heightOf(place, how), { baseline: "top", align });
      }
      return heightOf(lines.length, how);
    },
    measure: (text, how = {}) => heightOf(linesOf(text, how).length, how),
    rule(y, from = PAPER.margin) {
      doc
        .setDrawColor(SAND)
        .setLineWidth(0.6)
        .line(from, y, PAPER.margin + PAPER.inside, y);
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

const FAMILY = "Figtree";

async function addFont(doc: jsPDF, address: string, style: "normal" | "bold"): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The letters of the invoice: HTTP ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const file = `${FAMILY}-${style}.ttf`;
  doc.addFileToVFS(file, Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  doc.addFont(file, FAMILY, style, undefined, "Identity-H");
}

/** Letters that the font lacks lose their accents; what then is left over is marked, never silently dropped. */
function inOurLetters(doc: jsPDF, text: string): string {
  const { metadata } = doc.getFont() as unknown as { metadata: { characterToGlyph(code: number): number } };
  const has = (letter: string) => metadata.characterToGlyph(letter.codePointAt(0) ?? 0) !== 0;
  return Array.from(text, (letter) => {
    if (has(letter)) return letter;
    const plain = letter.normalize("NFKD").replaceAll(/\p{M}/gu, "");
    return plain !== "" && Array.from(plain).every(has) ? plain : "?";
  }).join("");
}
