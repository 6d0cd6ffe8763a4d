/** `scripts/write-colours.ts` writes these colours to `ui/colours.css`. Text has WCAG contrast AA, body text AAA. */
export const colours = {
  paper: "#faf7f2",
  linen: "#f1ebe1",
  sand: "#e4dacb",
  ink: "#241b14",
  bark: "#5a4636",
  walnut: "#4a2f1d",
  turmeric: "#a85f12",
  terracotta: "#9a3b21",
  leaf: "#3c5a3a",

  walnutHover: "#38220f",
  walnutPressed: "#2b1a0c",
  terracottaHover: "#7e2f19",
  terracottaPressed: "#692614",
  /** Turmeric as a text colour on linen or on a turmeric background. */
  turmericDeep: "#8a4c0b",
  turmericWash: "#f6e9d6",
  terracottaWash: "#f7e5de",
  leafWash: "#e6ece1",
  highlight: "#f0d9b3",
  /** Outline colour of controls. Its contrast to paper and linen is at least 3:1. */
  edge: "#8c7763",
  faded: "#6e5c4c",
} as const;

/** Colour of the lines in printed documents, because `sand` is too light in print. */
export const PRINTED_LINE = "#d8cbb8";

/** Background and text colours for mail programs in dark mode. */
export const darkColours = {
  ground: "#1a1411",
  card: "#241c17",
  panel: "#30261f",
  line: "#4a3b30",
  ink: "#f4ece2",
  soft: "#cdbdac",
  button: "#e9d9c4",
  buttonText: "#2a1c12",
} as const;
