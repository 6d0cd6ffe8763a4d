/* The default logo as SVG paths, for the site and for server pages such as those behind links in mails. A shop can
   store its own logo in its settings (decision 047). */

/** The name that the default logo shows. */
export const DRAWN_NAME = "Taruva";

/** The logo's symbol as an SVG path: tree rings around a leaf, in a square of 64 × 64 units. */
export const MARK =
  "M2 32a30 30 0 1 1 60 0a30 30 0 1 1 -60 0ZM7.2 32.6a25.4 25.4 0 1 1 50.8 0a25.4 25.4 0 1 1 -50.8 0ZM11.4 33a21.6 21.6 0 1 1 43.2 0a21.6 21.6 0 1 1 -43.2 0ZM16 33.4a17.4 17.4 0 1 1 34.8 0a17.4 17.4 0 1 1 -34.8 0ZM33.6 20.4C41.4 26.6 42 38.4 34.2 45.4V33.2H33V45.4C25.2 38.4 25.8 26.6 33.6 20.4Z";

/** The letters of TARUVA as SVG paths, one for each letter. */
const LETTERS = [
  "M84 12H115V17H102.1V52H96.9V17H84Z",
  "M113 52L128.2 12H133.8L149 52H143.4L139.3 41.4H122.7L118.6 52ZM124.6 36.6H137.4L131 19.6Z",
  "M160 12H175.2A11.6 11.6 0 0 1 178.6 34.7L189 52H182.9L173 35.2H165.2V52H160ZM165.2 17V30.2H175A6.6 6.6 0 0 0 175 17Z",
  "M202 12H207.2V36.6A10.8 10.8 0 0 0 228.8 36.6V12H234V36.6A16 16 0 0 1 202 36.6Z",
  "M243 12H248.6L261 44.6L273.4 12H279L263.8 52H258.2Z",
  "M275 52L290.2 12H295.8L311 52H305.4L301.3 41.4H284.7L280.6 52ZM286.6 36.6H299.4L293 19.6Z",
].join("");

/** The whole logo as an SVG path: symbol and letters, 313 units wide and 64 high. */
export const LOGO = MARK + LETTERS;
