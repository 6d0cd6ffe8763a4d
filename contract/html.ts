/** HTML in which all text is escaped. Create it only with the functions of this module. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

/** An HTML template tag that escapes values, except `Html`. Use values only between tags or in quoted attributes. */
export const html = (fixed: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(fixed.map((text, at) => text + renderPart(parts[at])).join(""));

function renderPart(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object"
    ? part.map(renderPart).filter(Boolean).join("\n")
    : escapeHtml(String(part));
}

export const joinLines = (lines: readonly HtmlPart[]): Html => new Html(lines.map(renderPart).join("<br>"));

/** Escapes plain text for HTML and XML. Use the result only between tags or in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
