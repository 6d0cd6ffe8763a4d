import { colours, darkColours } from "#contract/colours.ts";

/*
 * Mail programs know no style sheets worth the name: tables and inline styles, the brand's colours spelled out.
 * Nowhere else in the shop is anything styled inline. Dark mode is in a style sheet, for the programs that read
 * it; those that turn colours around by themselves find none that vanish.
 */

const FONT = "font-family:Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const HEADING = "font-family:Marcellus,Georgia,'Times New Roman',serif;font-weight:400";

export const TEXT = `${FONT};font-size:16px;line-height:1.6;color:${colours.ink}`;
export const SMALL = `${FONT};font-size:14px;line-height:1.55;color:${colours.bark}`;
/** Words over a block, as the shop sets them: small capitals, widely spaced. */
export const EYEBROW = `${FONT};font-size:12px;line-height:1.5;font-weight:600;letter-spacing:1.2px;text-transform:uppercase;color:${colours.bark}`;
export const WORDMARK = `${FONT};font-size:20px;line-height:1.2;font-weight:400;letter-spacing:3px;text-transform:uppercase;color:${colours.walnut};text-decoration:none`;
export const BUTTON = `${FONT};font-size:16px;font-weight:600;line-height:20px;color:${colours.paper};text-decoration:none`;
/** Figures stand under each other. */
export const FIGURES = "font-variant-numeric:tabular-nums;white-space:nowrap";

const dark: Record<string, string> = {
  page: `background-color:${darkColours.ground}`,
  card: `background-color:${darkColours.card};border-color:${darkColours.line}`,
  panel: `background-color:${darkColours.panel}`,
  rule: `border-color:${darkColours.line}`,
  ink: `color:${darkColours.ink}`,
  soft: `color:${darkColours.soft}`,
  button: `background-color:${darkColours.button}`,
  "button-words": `color:${darkColours.buttonText}`,
};

const markImportant = (rules: string) => `${rules.replaceAll(";", "!important;")}!important`;

const forceDark = (prefix: string) =>
  Object.entries(dark)
    .map(([name, rules]) => `${prefix}.${name}{${markImportant(rules)}}`)
    .join("\n");

/** Outlook's own apps mark what they have darkened instead of asking for the scheme. */
export const STYLE_SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.inset{padding-left:20px!important;padding-right:20px!important}.wide{display:block!important;width:auto!important}}
@media (prefers-color-scheme:dark){
${forceDark("")}
}
${forceDark("[data-ogsc] ")}
${forceDark("[data-ogsb] ")}`;
