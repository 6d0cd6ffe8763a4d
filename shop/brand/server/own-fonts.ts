import { readFile } from "node:fs/promises";
import { resolveFromRoot } from "#platform/storage/package-files.ts";

interface Font {
  file: string;
  /** The name of an extra font file for the rupee sign. Missing if the font itself contains the sign. */
  rupee?: string;
  weights: string;
  /** The ascent above the baseline and the descent below it, as fractions of the font size. */
  ascent: number;
  descent: number;
  /** The system fonts that are shown until this font is loaded, each with its size relative to this font. */
  fallbacks: Partial<Record<keyof typeof localFonts, number>>;
}

const localFonts = {
  Arial: `local("Arial"),local("Helvetica Neue"),local("Helvetica"),local("Liberation Sans")`,
  Georgia: `local("Georgia")`,
  Times: `local("Times New Roman"),local("Liberation Serif"),local("Noto Serif")`,
};

export const headingFonts: Readonly<Record<string, Font>> = {
  Lora: {
    file: "lora",
    weights: "400",
    ascent: 1.006,
    descent: 0.274,
    fallbacks: { Georgia: 1.0498, Times: 1.152 },
  },
  "Playfair Display": {
    file: "playfair-display",
    weights: "400",
    ascent: 1.082,
    descent: 0.251,
    fallbacks: { Georgia: 1.0139, Times: 1.1126 },
  },
  Fraunces: {
    file: "fraunces",
    weights: "400",
    ascent: 0.978,
    descent: 0.255,
    fallbacks: { Georgia: 1.052, Times: 1.1545 },
  },
  "Josefin Sans": {
    file: "josefin-sans",
    weights: "400",
    ascent: 0.75,
    descent: 0.25,
    fallbacks: { Arial: 1.0229 },
  },
};

export const textFonts: Readonly<Record<string, Font>> = {
  "Nunito Sans": {
    file: "nunito-sans",
    rupee: "nunito-sans-rupee",
    weights: "400 700",
    ascent: 1.011,
    descent: 0.353,
    fallbacks: { Arial: 1.0139 },
  },
  "Source Sans 3": {
    file: "source-sans-3",
    rupee: "source-sans-3-rupee",
    weights: "400 700",
    ascent: 1.024,
    descent: 0.4,
    fallbacks: { Arial: 0.9376 },
  },
  "Work Sans": {
    file: "work-sans",
    rupee: "work-sans-rupee",
    weights: "400 700",
    ascent: 0.93,
    descent: 0.243,
    fallbacks: { Arial: 1.1193 },
  },
};

export const DEFAULT_FONTS = { heading: "Marcellus", text: "Figtree" };

interface OwnFonts {
  heading?: string | undefined;
  text?: string | undefined;
}

export function writeFontStyles({ heading, text }: OwnFonts): { faces: string; variables: string[] } {
  const forHeading = findFont(headingFonts, heading);
  const forText = findFont(textFonts, text);
  const rupee = forText?.rupee ?? DEFAULT_FONTS.text.toLowerCase();
  return {
    faces: [
      forHeading && heading && writeFaces(heading, { ...forHeading, rupee }),
      forText && text && writeFaces(text, forText),
    ]
      .filter(Boolean)
      .join(""),
    variables: [
      ...(forHeading && heading ? [`--font-heading:${listFamilies(heading, forHeading)}`] : []),
      ...(forText && text ? [`--font-text:${listFamilies(text, forText)}`] : []),
    ],
  };
}

const findFont = (fonts: Readonly<Record<string, Font>>, name: string | undefined): Font | undefined =>
  name === undefined ? undefined : fonts[name];

function writeFaces(name: string, { file, rupee, weights, ascent, descent, fallbacks }: Font): string {
  const share = (value: number) => `${(value * 100).toFixed(2)}%`;
  const loaded = (file: string) =>
    `font-family:"${name}";src:url("/brand/${file}.woff2") format("woff2");font-display:swap`;
  return [
    `@font-face{${loaded(file)};font-weight:${weights}}`,
    rupee && `@font-face{${loaded(rupee)};font-weight:${weights};unicode-range:U+20B9}`,
    ...Object.entries(fallbacks).map(
      ([local, wider]) =>
        `@font-face{font-family:"${name} ${local}";src:${localFonts[local as keyof typeof localFonts]};` +
        `size-adjust:${share(wider)};ascent-override:${share(ascent / wider)};` +
        `descent-override:${share(descent / wider)};line-gap-override:0%}`,
    ),
  ]
    .filter(Boolean)
    .join("");
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
  [...Object.values(headingFonts), ...Object.values(textFonts)]
    .flatMap(({ file, rupee }) => [file, ...(rupee ? [rupee] : [])])
    .concat(DEFAULT_FONTS.text.toLowerCase())
    .map((file) => `${file}.woff2`),
);
