/*
 * Mail programs know no style sheets worth the name: tables and inline styles, the brand's colours spelled out.
 * Nowhere else in the shop is anything styled inline. Dark mode stands in a style sheet, for the programs that read
 * it; those that turn colours around by themselves find none that vanish.
 */

export const INK = "#241B14";
export const BARK = "#5A4636";
export const PAPER = "#FAF7F2";
export const LINEN = "#F1EBE1";
export const SAND = "#E4DACB";
export const WALNUT = "#4A2F1D";

const FONT = "font-family:Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const HEADING = "font-family:Marcellus,Georgia,'Times New Roman',serif;font-weight:400";

export const TEXT = `${FONT};font-size:16px;line-height:1.6;color:${INK}`;
export const SMALL = `${FONT};font-size:14px;line-height:1.55;color:${BARK}`;
/** Words over a block, as the shop sets them: small capitals, widely spaced. */
export const EYEBROW = `${FONT};font-size:12px;line-height:1.5;font-weight:600;letter-spacing:1.2px;text-transform:uppercase;color:${BARK}`;
export const BUTTON = `${FONT};font-size:16px;font-weight:600;line-height:20px;color:${PAPER};text-decoration:none`;
/** Figures stand under each other. */
export const FIGURES = "font-variant-numeric:tabular-nums;white-space:nowrap";

const dark: Record<string, string> = {
  page: "background-color:#1A1411",
  card: "background-color:#241C17;border-color:#4A3B30",
  panel: "background-color:#30261F",
  rule: "border-color:#4A3B30",
  ink: "color:#F4ECE2",
  soft: "color:#CDBDAC",
  button: "background-color:#E9D9C4",
  "button-words": "color:#2A1C12",
};

const important = (rules: string) => `${rules.replaceAll(";", "!important;")}!important`;

const forced = (prefix: string) =>
  Object.entries(dark)
    .map(([name, rules]) => `${prefix}.${name}{${important(rules)}}`)
    .join("\n");

/** Outlook's own apps mark what they have darkened instead of asking for the scheme. */
export const STYLE_SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.inset{padding-left:20px!important;padding-right:20px!important}.wide{display:block!important;width:auto!important}}
@media (prefers-color-scheme:dark){
${forced("")}
}
${forced("[data-ogsc] ")}
${forced("[data-ogsb] ")}`;
