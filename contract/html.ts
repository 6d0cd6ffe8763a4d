/** HTML in which all text is escaped. Only `html` creates it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

/**
 * A template for HTML. Escapes values that are not `Html`, between tags or in quotes. The items of a list are put on
 * separate lines.
 */
export const html = (fixed: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(fixed.map((text, at) => text + renderPart(parts[at])).join(""));

function renderPart(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object"
    ? part.map(renderPart).filter(Boolean).join("\n")
    : escapeHtml(String(part));
}

/** Puts lines below each other. */
export const joinLines = (lines: readonly HtmlPart[]): Html => new Html(lines.map(renderPart).join("<br>"));

/** Escapes text for HTML and XML, between tags or in quotes. Not for markup. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
