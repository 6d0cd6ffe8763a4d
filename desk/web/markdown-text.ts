import { getDefaults, Lexer, type Token, type Tokens } from "marked";

/** The parts of a text. The desk shows each in its own field, so the owner types no `#` for title and heading. */
export interface TextParts {
  title: string;
  /** Only e-mails have a heading below the title, which is their subject. */
  heading: string;
  body: string;
}

const TITLE = /^\s*#(?!#) ?(.*)(?:\n\n?|$)([^]*)$/;
const HEADING = /^([^]*?)^##(?!#) ?(.*)(?:\n\n?|$)([^]*)$/m;

/** Splits a text. If it was written by `joinText`, the parts are exactly the same, also while the owner types. */
export function splitText(text: string, isMail: boolean): TextParts {
  // An imported file may have the line breaks of Windows.
  const source = text.replaceAll(/\r\n?/g, "\n");
  const [, title = "", rest = source] = TITLE.exec(source) ?? [];
  const [, before = "", heading = "", after = rest] = (isMail && HEADING.exec(rest)) || [];
  return { title, heading, body: before + after };
}

export const joinText = ({ title, heading, body }: TextParts): string =>
  `# ${title}\n\n${heading && `## ${heading}\n\n`}${body}`;

/** The attribute of elements that represent a field, such as `{{shop}}`. Its value is the name of the field. */
export const FIELD = "data-field";

/** Draws a text as the nodes of a page. Fields become elements without content. */
export const toNodes = (markdown: string): Node[] => lexer().lex(markdown).flatMap(toBlock);

/** The shop parses texts with the same options. */
const lexer = () => new Lexer({ ...getDefaults(), gfm: false });

export const toInlineNodes = (markdown: string): Node[] =>
  lexer().inlineTokens(markdown.replaceAll("\n", " ")).flatMap(toInline);

function toBlock(token: Token): Node[] {
  if (token.type === "space") return [];
  if (token.type === "heading") {
    const { text, depth } = token as Tokens.Heading;
    const [, words = text, id] = /^(.*?)\s*\{#([a-z][a-z0-9-]*)\}$/.exec(text) ?? [];
    const heading = draw(depth < 3 ? "h2" : "h3", toInlineNodes(words));
    if (id !== undefined) heading.dataset["id"] = id;
    return [heading];
  }
  if (token.type !== "list") return [draw("p", "tokens" in token ? toInlineAll(token) : [token.raw])];
  const { ordered, items } = token as Tokens.List;
  return [draw(ordered ? "ol" : "ul", items.flatMap(toItem))];
}

/** Items of a list in a list, which a pasted text may have, become items of the list itself. */
const toItem = (item: Tokens.ListItem): Node[] => [
  draw("li", item.tokens.filter(({ type }) => type !== "list").flatMap(toInlineAll)),
  ...item.tokens.flatMap((token) =>
    token.type === "list" ? (token as Tokens.List).items.flatMap(toItem) : [],
  ),
];

const toInlineAll = (token: Token): Node[] =>
  "tokens" in token ? (token.tokens ?? []).flatMap(toInline) : toInline(token);

const MARKS: Readonly<Record<string, "strong" | "em">> = { strong: "strong", em: "em" };

function toInline(token: Token): Node[] {
  const mark = MARKS[token.type];
  if (mark) return [draw(mark, toInlineAll(token))];
  if (token.type !== "link") return toWords("text" in token ? String(token.text) : token.raw);
  const link = draw("a", toInlineAll(token));
  link.setAttribute("href", (token as Tokens.Link).href);
  return [link];
}

const toWords = (text: string): Node[] =>
  text.split(/(\{\{\s*[a-z0-9-]+\s*\}\})/).map((part, at) => {
    if (at % 2 === 0) return document.createTextNode(part.replaceAll("\n", " "));
    return drawField(part.slice(2, -2).trim());
  });

export function drawField(field: string): HTMLElement {
  const drawn = draw("span", []);
  drawn.setAttribute(FIELD, field);
  return drawn;
}

function draw(tag: string, content: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...content);
  return element;
}

/** Returns the Markdown of a typed or pasted text. With `isPlain`, it contains only plain paragraphs and fields. */
export function toMarkdown(root: Node, isPlain = false): string {
  const sections = new Set<string>();
  return listBlocks(root, { isPlain, sections }).join("\n\n");
}

interface Writer {
  isPlain: boolean;
  /** The ids of the sections above the current block. */
  sections: Set<string>;
}

const BLOCKS =
  "h1,h2,h3,h4,h5,h6,p,div,ul,ol,li,dl,dt,dd,blockquote,pre,address,figure,figcaption,section,article,aside,main,header,footer,nav,table,tbody,thead,tfoot,tr,caption";

function listBlocks(parent: Node, writer: Writer): string[] {
  const blocks: string[] = [];
  let line = "";
  const endLine = () => {
    blocks.push(...line.split("\n").map(toLine).filter(Boolean));
    line = "";
  };
  for (const node of parent.childNodes) {
    if (!(node instanceof HTMLElement && (node.matches(BLOCKS) || node.querySelector(BLOCKS)))) {
      line += toText(node, writer.isPlain);
      continue;
    }
    endLine();
    if (writer.isPlain || !/^(H\d|[UO]L)$/.test(node.tagName)) blocks.push(...listBlocks(node, writer));
    else if (node.tagName.startsWith("H")) blocks.push(...toHeading(node, writer));
    else blocks.push(...toList(node));
  }
  endLine();
  return blocks;
}

function toHeading(heading: HTMLElement, { sections }: Writer): string[] {
  // The shop does not show bold words in a heading.
  const words = toLine(toText(heading, true).replaceAll("\n", " "));
  if (words === "") return [];
  if (!/^H[12]$/.test(heading.tagName)) return [`### ${words}`];
  // The shop makes this id from the words of a heading.
  const ownId = words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const { id } = heading.dataset;
  let unique = id ?? ownId;
  for (let count = 2; sections.has(unique); count += 1) unique = `section-${count}`;
  sections.add(unique);
  return [`## ${words}${unique === (id ?? ownId) && id === undefined ? "" : ` {#${unique}}`}`];
}

function toList(list: HTMLElement): string[] {
  const lines = [...list.querySelectorAll("li")]
    .map((item) => {
      const own = [...item.childNodes].filter(
        (node) => !(node instanceof HTMLElement && node.matches("ul,ol")),
      );
      return toLine(
        own
          .map((node) => toText(node, false))
          .join("")
          .replaceAll("\n", " "),
      );
    })
    .filter(Boolean);
  const isOrdered = list.tagName === "OL";
  return lines.length === 0
    ? []
    : [lines.map((line, at) => `${isOrdered ? `${at + 1}.` : "-"} ${line}`).join("\n")];
}

/** The signs of Markdown around words. A letter of private use stands for each until the whole line is known. */
const SIGNS = { "\uE000": "**", "\uE001": "**", "\uE002": "*", "\uE003": "*" } as const;
const BOLD = ["\uE000", "\uE001"] as const;
const ITALIC = ["\uE002", "\uE003"] as const;

/** A letter without width. `toText` removes it. */
const NO_WIDTH = "\u200B";

/**
 * Merges adjacent bold words. Escapes a beginning that Markdown would read as a list, heading or quote, and an
 * exclamation mark before a link, with which Markdown would read a picture.
 */
const toLine = (text: string): string =>
  toSigns(text)
    .replaceAll(/!(?=\[)/g, "\\!")
    .trim()
    .replace(/^[-+#>~=]/, "\\$&")
    .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2");

/**
 * Markdown does not read `**Teak.**oil` as bold, because the sign follows a full stop and precedes a letter. It also
 * cannot separate the signs in `**a***b*`. A letter without width between them makes both clear.
 */
const toSigns = (text: string): string =>
  text
    .replaceAll(/\uE001\uE000|\uE003\uE002/g, "")
    .replaceAll(/\uE001\uE000|\uE003\uE002/g, "")
    .replaceAll(/[\uE000-\uE003](?=[\uE000-\uE003])/g, `$&${NO_WIDTH}`)
    .replaceAll(/(?<=[^\s\p{P}])[\uE000\uE002](?=[\p{P}\p{S}])/gu, `$&${NO_WIDTH}`)
    .replaceAll(/(?<=[\p{P}\p{S}])[\uE001\uE003](?=[^\s\p{P}])/gu, `${NO_WIDTH}$&`)
    .replaceAll(/[\uE000-\uE003]/g, (letter) => SIGNS[letter as keyof typeof SIGNS]);

const NOT_SHOWN = "script,style,title,meta,head";

/** Returns the Markdown of a node within a line. With `isPlain`, returns its words without bold, italics and links. */
function toText(node: Node, isPlain: boolean): string {
  if (node instanceof Text)
    return node.data
      .replaceAll(/[\u200B\uE000-\uE003]/g, "")
      .replaceAll(/\s+/g, " ")
      .replaceAll(/[\\`*_[\]<]/g, "\\$&");
  if (!(node instanceof HTMLElement) || node.matches(NOT_SHOWN)) return "";
  const field = node.getAttribute(FIELD);
  if (field !== null) return `{{${field}}}`;
  if (node.tagName === "BR") return "\n";
  const words = [...node.childNodes].map((child) => toText(child, isPlain)).join("");
  // The cells of a table are in one line.
  if (node.matches("td,th")) return `${words} `;
  if (isPlain) return words;
  if (node.matches("b,strong") && !node.getAttribute("style")?.includes("normal")) return mark(BOLD, words);
  if (node.matches("i,em")) return mark(ITALIC, words);
  const href = node.matches("a") ? node.getAttribute("href") : null;
  return href === null || words.trim() === ""
    ? words
    : `[${words}](${href.replaceAll(/[()\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)})`;
}

/** Puts the signs directly around the words, inside outer spaces, because `**bold **` is not bold. */
const mark = ([start, end]: typeof BOLD | typeof ITALIC, text: string): string =>
  text
    .replaceAll(start, "")
    .replaceAll(end, "")
    .replaceAll(/\S(?:.*\S)?/g, (words) => `${start}${words}${end}`);

/** Completes an address that was typed without its beginning. */
export function completeAddress(address: string): string {
  if (/^[\w.+-]+@[\w.-]+$/.test(address)) return `mailto:${address}`;
  return /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(address) ? `https://${address}` : address;
}
