/** HTML in which all text is escaped: only `html` makes it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

/** HTML with values in it. What is no HTML itself is text, between tags or in quotes; a list is one below the other. */
export const html = (fixed: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(fixed.map((text, at) => text + renderPart(parts[at])).join(""));

function renderPart(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object"
    ? part.map(renderPart).filter(Boolean).join("\n")
    : escapeHtml(String(part));
}

/** Lines one below the other. */
export const joinLines = (lines: readonly HtmlPart[]): Html => new Html(lines.map(renderPart).join("<br>"));

/** Escapes text for a place between tags or in quotes; never for markup. XML reads it alike. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
