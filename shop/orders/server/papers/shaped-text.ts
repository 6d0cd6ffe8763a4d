import { colours } from "#contract/colours.ts";
import type { PaperFont } from "./paper-fonts.ts";

export type Doc = PDFKit.PDFDocument;

export interface Writing {
  size?: number;
  bold?: boolean;
  /** In the letters of headings. */
  heading?: boolean;
  colour?: string;
  /** `end` puts the end of the text at `x`. */
  align?: "start" | "end";
  /** Wraps at this width. */
  width?: number;
  /** In parts of the size, between letters. */
  spacing?: number;
}

export const getSize = ({ size = 9 }: Writing): number => size;

/**
 * Letters that join and change places are drawn as their outlines; the same letters, unseen and in the order in which
 * they are typed, lie over them for searching, copying and reading aloud.
 */
export function drawShaped(
  doc: Doc,
  { text, font, width }: { text: string; font: PaperFont; width: number },
  x: number,
  baseline: number,
  how: Writing,
): void {
  const size = getSize(how);
  const unit = size / font.unitsPerEm;
  let at = x;
  for (const glyph of font.shape(text)) {
    const outline = glyph.outline();
    if (outline !== "")
      doc
        .save()
        .translate(at + glyph.x * size, baseline - glyph.y * size)
        .scale(unit, -unit)
        .path(outline)
        .fill(how.colour ?? colours.ink)
        .restore();
    at += glyph.advance * size;
  }
  doc.save();
  doc.addContent("3 Tr"); // neither filled nor outlined
  selectFont(doc, font, size);
  // As wide as what is seen, in percent; the types of the library do not know it.
  const horizontalScaling = Math.round((10_000 * width) / (font.widthOf(text) * size || 1)) / 100 || 100;
  const options = { lineBreak: false, baseline: "alphabetic", horizontalScaling } as const;
  doc.text(text, x, baseline, options);
  doc.restore();
}

const registered = new WeakMap<Doc, Set<string>>();

/** A font is embedded once in each document, with the letters that it writes there. */
export function selectFont(doc: Doc, { name, embedded }: PaperFont, size: number): void {
  const known = registered.get(doc) ?? new Set();
  if (!known.has(name)) doc.registerFont(name, embedded as unknown as string, name);
  registered.set(doc, known.add(name));
  doc.font(name).fontSize(size);
}
