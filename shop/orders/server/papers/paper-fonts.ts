import { readFileSync } from "node:fs";
import { create, type Font as PdfFont } from "fontkit";
import { Blob, Buffer as ShapedText, Face, Font as Shaper, shape } from "harfbuzzjs";
import { resolveFromRoot } from "#platform/package-files.ts";
import type { Script } from "./indian-scripts.ts";

/** A letter where it stands: lengths in parts of the font's size. */
interface Glyph {
  id: number;
  /** The outline as an SVG path, with the font's own units. */
  outline(): string;
  advance: number;
  x: number;
  y: number;
}

/** A font as texts are measured and drawn with it, and as a PDF embeds it. */
export interface PaperFont {
  name: string;
  /** The font's own units in its size. */
  unitsPerEm: number;
  has(letter: string): boolean;
  /** The width of letters that stand one by one, in parts of the size. */
  widthOf(text: string): number;
  /** The letters of one script, joined, stacked and in the order in which they are seen. */
  shape(text: string): Glyph[];
  /** The font for the PDF library, which places letters one by one, as they are typed. */
  embedded: PdfFont;
}

const own = (name: string) => resolveFromRoot("shop/orders/server/papers/fonts", `${name}.ttf`);

export type OwnFont = "figtree-regular" | "figtree-strong" | "marcellus";

export const loadOwnFont = (name: OwnFont): PaperFont => load(name, own(name));

/** Noto Sans for a script of India. */
export function loadScriptFont({ name }: Script, bold: boolean): PaperFont {
  const style = bold ? "600SemiBold" : "400Regular";
  const folder = `node_modules/@expo-google-fonts/noto-sans-${name.toLowerCase()}/${style}`;
  return load(`${name}-${style}`, resolveFromRoot(folder, `NotoSans${name}_${style}.ttf`));
}

const loaded = new Map<string, PaperFont>();

/** Each font is read once in the life of the process. */
function load(name: string, file: string): PaperFont {
  const known = loaded.get(name);
  if (known) return known;
  const bytes = readFileSync(file);
  const font = openFont(name, bytes);
  loaded.set(name, font);
  return font;
}

function openFont(name: string, bytes: Buffer): PaperFont {
  const face = new Face(new Blob(bytes));
  const shaper = new Shaper(face);
  const embedded = create(bytes) as PdfFont;
  const shapeText = (text: string): Glyph[] => {
    const shaped = new ShapedText();
    shaped.addText(text);
    shaped.guessSegmentProperties();
    shape(shaper, shaped);
    const positions = shaped.getGlyphPositions();
    return shaped.getGlyphInfos().map(({ codepoint: id }, at) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
      const part = (units: number) => units / face.upem;
      return {
        id,
        outline: () => shaper.glyphToPath(id),
        advance: part(xAdvance),
        x: part(xOffset),
        y: part(yOffset),
      };
    });
  };
  return {
    name,
    unitsPerEm: face.upem,
    has: (letter) => embedded.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
    widthOf: (text) => placeOneByOne(embedded, text).advanceWidth / face.upem,
    shape: shapeText,
    embedded: Object.assign(embedded, { layout: (text: string) => placeOneByOne(embedded, text) }),
  };
}

/** The library's own shaping throws at rules that Noto has (fontkit 2.0.4, issue 367); it is not needed here. */
function placeOneByOne(font: PdfFont, text: string) {
  const glyphs = Array.from(text, (letter) => font.glyphForCodePoint(letter.codePointAt(0) ?? 0));
  const positions = glyphs.map(({ advanceWidth: xAdvance }) => ({
    xAdvance,
    yAdvance: 0,
    xOffset: 0,
    yOffset: 0,
  }));
  return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
}
