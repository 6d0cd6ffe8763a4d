import { readFile } from "node:fs/promises";
import { resolveFromRoot } from "#platform/storage/package-files.ts";

/** A font that the owner can choose. Its file in `ui/fonts` has the font's name, in lower case and with hyphens. */
interface Font {
  /** The ascent above the baseline and the descent below it, as fractions of the font size. */
  ascent: number;
  descent: number;
  /** The system fonts that are shown until this font is loaded, each with its factor for `size-adjust`. */
  fallbacks: Partial<Record<keyof typeof localFonts, number>>;
}

const localFonts = {
  Arial: `local("Arial"),local("Helvetica Neue"),local("Helvetica"),local("Liberation Sans")`,
  Georgia: `local("Georgia")`,
  Times: `local("Times New Roman"),local("Liberation Serif"),local("Noto Serif")`,
};

export const headingFonts: Readonly<Record<string, Font>> = {
  Lora: { ascent: 1.006, descent: 0.274, fallbacks: { Georgia: 1.0498, Times: 1.152 } },
  "Playfair Display": { ascent: 1.082, descent: 0.251, fallbacks: { Georgia: 1.0139, Times: 1.1126 } },
  Fraunces: { ascent: 0.978, descent: 0.255, fallbacks: { Georgia: 1.052, Times: 1.1545 } },
  "Josefin Sans": { ascent: 0.75, descent: 0.25, fallbacks: { Arial: 1.0229 } },
};

export const textFonts: Readonly<Record<string, Font>> = {
  "Nunito Sans": { ascent: 1.011, descent: 0.353, fallbacks: { Arial: 1.0139 } },
  "Source Sans 3": { ascent: 1.024, descent: 0.4, fallbacks: { Arial: 0.9376 } },
  "Work Sans": { ascent: 0.93, descent: 0.243, fallbacks: { Arial: 1.1193 } },
};

const HEADING_WEIGHTS = "400";
const TEXT_WEIGHTS = "400 700";

export const DEFAULT_FONTS = { heading: "Marcellus", text: "Figtree" };

interface OwnFonts {
  heading?: string | undefined;
  text?: string | undefined;
}

/**
 * Returns the CSS of the chosen fonts. Each text font has a separate file with its rupee sign. Heading fonts use the
 * rupee sign of the shop's text font.
 */
export function writeFontStyles({ heading = "", text = "" }: OwnFonts): {
  faces: string;
  variables: string[];
} {
  const [forHeading, forText] = [headingFonts[heading], textFonts[text]];
  const rupee = forText ? toRupeeFile(text) : DEFAULT_RUPEE;
  return {
    faces: [
      forHeading ? writeFaces(heading, forHeading, HEADING_WEIGHTS, rupee) : "",
      forText ? writeFaces(text, forText, TEXT_WEIGHTS, rupee) : "",
    ].join(""),
    variables: [
      ...(forHeading ? [`--font-heading:${listFamilies(heading, forHeading)}`] : []),
      ...(forText ? [`--font-text:${listFamilies(text, forText)}`] : []),
    ],
  };
}

const toFile = (name: string): string => name.toLowerCase().replaceAll(" ", "-");

const toRupeeFile = (name: string): string => `${toFile(name)}-rupee`;

const DEFAULT_RUPEE = toFile(DEFAULT_FONTS.text);

function writeFaces(name: string, font: Font, weights: string, rupee: string): string {
  const { ascent, descent, fallbacks } = font;
  const share = (value: number) => `${(value * 100).toFixed(2)}%`;
  const loaded = (file: string) =>
    `font-family:"${name}";src:url("/brand/${file}.woff2") format("woff2");font-display:swap;font-weight:${weights}`;
  return [
    `@font-face{${loaded(toFile(name))}}`,
    `@font-face{${loaded(rupee)};unicode-range:U+20B9}`,
    ...Object.entries(fallbacks).map(
      ([local, wider]) =>
        `@font-face{font-family:"${name} ${local}";src:${localFonts[local as keyof typeof localFonts]};` +
        `size-adjust:${share(wider)};ascent-override:${share(ascent / wider)};` +
        `descent-override:${share(descent / wider)};line-gap-override:0%}`,
    ),
  ].join("");
}

const listFamilies = (name: string, { fallbacks }: Font): string =>
  [
    `"${name}"`,
    ...Object.keys(fallbacks).map((local) => `"${name} ${local}"`),
    "Arial" in fallbacks ? "sans-serif" : "serif",
  ].join(",");

export async function readFont(name: string): Promise<Buffer | null> {
  return files.has(name) ? readFile(resolveFromRoot("ui/fonts", name)) : null;
}

const files: ReadonlySet<string> = new Set(
  [
    ...Object.keys({ ...headingFonts, ...textFonts }).map(toFile),
    ...Object.keys(textFonts).map(toRupeeFile),
    DEFAULT_RUPEE,
  ].map((file) => `${file}.woff2`),
);
