import { colours } from "#contract/colours.ts";

export type BrandColours = Partial<Record<keyof typeof colours, string>>;

/** The minimum contrast with the background colour `paper`: WCAG AAA for the main colour, AA for the accent colour. */
const LEAST_CONTRAST = { main: 7, accent: 4.5 };

/** Returns the nearest darker shade that is readable on the paper background; null if the colour is readable. */
export function findReadable(kind: keyof typeof LEAST_CONTRAST, colour: string): string | null {
  let [share, shade] = [0, colour];
  while (getContrast(shade, colours.paper) < LEAST_CONTRAST[kind]) shade = darken(colour, ++share / 100);
  return share === 0 ? null : shade;
}

/** Returns all shades of the owner's main colour and accent colour. Omits colours that the owner has not set. */
export const deriveColours = ({
  main,
  accent,
}: {
  main?: string | undefined;
  accent?: string | undefined;
}): BrandColours => ({
  ...(main !== undefined && {
    walnut: main,
    walnutHover: darken(main, 0.24),
    walnutPressed: darken(main, 0.42),
  }),
  ...(accent !== undefined && {
    turmeric: accent,
    turmericDeep: darken(accent, 0.18),
    turmericWash: mix(accent, 255, 0.84),
  }),
});

export const paint = (text: string, ownColours: BrandColours): string =>
  Object.entries(ownColours).reduce(
    (painted, [name, colour]) => painted.replaceAll(colours[name as keyof typeof colours], colour),
    text,
  );

const darken = (colour: string, share: number): string => mix(colour, 0, share);

/** Mixes a colour with a grey. `level` is from 0 (black) to 255 (white), `share` from 0 to 1. */
const mix = (colour: string, level: number, share: number): string =>
  `#${toChannels(colour)
    .map((value) => Math.round(value * (1 - share) + level * share))
    .map((value) => value.toString(16).padStart(2, "0"))
    .join("")}`;

function getContrast(first: string, two: string): number {
  const both = [getLuminance(first), getLuminance(two)];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}

function getLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = toChannels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const toChannels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
