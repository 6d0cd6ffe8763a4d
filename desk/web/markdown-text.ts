import { Marked } from "marked";
import {
  DOMParser as NodeReader,
  Fragment,
  type Mark,
  type Node as TextNode,
  type NodeSpec,
  Schema,
} from "prosemirror-model";
import { toSectionId } from "#shop/texts/text.ts";

/** The parts of a text. The desk shows each in its own field, so the owner types no `#` for title and heading. */
export interface TextParts {
  title: string;
  /** Only e-mails have a heading. The title of an e-mail is its subject. */
  heading: string;
  body: string;
}

const TITLE = /^\s*#(?!#) ?(.*)(?:\n\n?|$)([^]*)$/;
const HEADING = /^([^]*?)^##(?!#) ?(.*)(?:\n\n?|$)([^]*)$/m;

/** Splits a text. Returns the exact parts given to `joinText`, so that fields do not change while the owner types. */
export function splitText(text: string, isMail: boolean): TextParts {
  // An imported file may have the line breaks of Windows.
  const source = text.replaceAll(/\r\n?/g, "\n");
  const [, title = "", rest = source] = TITLE.exec(source) ?? [];
  const [, before = "", heading = "", after = rest] = (isMail && HEADING.exec(rest)) || [];
  return { title, heading, body: before + after };
}

export const joinText = ({ title, heading, body }: TextParts): string =>
  `# ${title}\n\n${heading && `## ${heading}\n\n`}${body}`;

const listItems: NodeSpec = { group: "block", content: "item+" };

const nodes = {
  doc: { content: "block+" },
  paragraph: {
    group: "block",
    content: "inline*",
    parseDOM: [{ tag: "p" }, { tag: "tr" }, { tag: "dt" }],
    toDOM: () => ["p", 0],
  },
  text: { group: "inline" },
  /** A line break in a pasted text. Markdown does not keep it, so each line becomes a paragraph. */
  lineBreak: {
    group: "inline",
    inline: true,
    leafText: () => "\n",
    parseDOM: [{ tag: "br" }],
    toDOM: () => ["br"],
  },
  /** A value of the shop, such as `{{shop}}`. */
  field: {
    group: "inline",
    inline: true,
    attrs: { name: {} },
    leafText: (node) => `{{${node.attrs["name"]}}}`,
    parseDOM: [
      {
        tag: "span[data-field]",
        // In a text pasted from another website, this attribute may have any value.
        getAttrs: ({ dataset }) => /^[a-z0-9-]+$/.test(dataset["field"] ?? "") && { name: dataset["field"] },
        getContent: () => Fragment.empty,
      },
    ],
    toDOM: ({ attrs }) => ["span", { "data-field": attrs["name"] }, `{{${attrs["name"]}}}`],
  },
} satisfies Record<string, NodeSpec>;

/**
 * The contents that each kind of text can have: `line` is a title, `plain` the body of an e-mail, `rich` the body of a
 * page, `words` a sentence without formats, and `points` one sentence without formats on each line.
 */
export const schemas = {
  words: new Schema({ nodes: { ...nodes, doc: { content: "paragraph" } } }),
  points: new Schema({ nodes }),
  line: new Schema({ nodes: { ...nodes, doc: { content: "paragraph" } } }),
  plain: new Schema({ nodes }),
  rich: new Schema({
    nodes: {
      ...nodes,
      heading: {
        group: "block",
        content: "inline*",
        // The shop does not show bold words in a heading.
        marks: "",
        defining: true,
        attrs: { level: {}, id: { default: null } },
        parseDOM: ["h1", "h2", "h3", "h4", "h5", "h6"].map((tag, at) => ({
          tag,
          getAttrs: ({ dataset }: HTMLElement) => ({ level: at < 2 ? 2 : 3, id: dataset["id"] ?? null }),
        })),
        toDOM: ({ attrs }) => [
          `h${attrs["level"]}`,
          attrs["id"] === null ? {} : { "data-id": attrs["id"] },
          0,
        ],
      },
      // The shop shows no list in a list. The items of the inner list become items of the outer list.
      bullets: {
        ...listItems,
        parseDOM: [{ tag: "li ul, li ol", skip: true }, { tag: "ul" }],
        toDOM: () => ["ul", 0],
      },
      numbers: { ...listItems, parseDOM: [{ tag: "ol" }], toDOM: () => ["ol", 0] },
      item: { content: "paragraph+", defining: true, parseDOM: [{ tag: "li" }], toDOM: () => ["li", 0] },
    },
    marks: {
      link: {
        attrs: { href: {} },
        inclusive: false,
        parseDOM: [{ tag: "a[href]", getAttrs: (element) => ({ href: element.getAttribute("href") }) }],
        toDOM: ({ attrs }) => ["a", { href: attrs["href"] }, 0],
      },
      strong: {
        parseDOM: [
          { tag: "strong" },
          // Google Docs puts the whole text into a `b` element with normal weight.
          { tag: "b", getAttrs: (element) => !element.dataset["style"]?.includes("normal") && null },
        ],
        toDOM: () => ["strong", 0],
      },
      em: { parseDOM: [{ tag: "em" }, { tag: "i" }], toDOM: () => ["em", 0] },
    },
  }),
};

export type TextKind = keyof typeof schemas;

/** Parses Markdown as the shop does. In `words` and `points`, parses only placeholders such as `{{shop}}`. */
export function toDocument(markdown: string, kind: TextKind): TextNode {
  if (kind === "words" || kind === "points") return toSentences(markdown, schemas[kind], kind === "points");
  const html =
    kind === "line"
      ? parser.parseInline(markdown.replaceAll(/\s+/g, " "), { async: false })
      : parser.parse(markdown, { async: false });
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return NodeReader.fromSchema(schemas[kind]).parse(body);
}

/** Matches a value of the shop, such as `{{shop}}`. Its group is the name. */
const VALUE = /\{\{\s*([a-z0-9-]+)\s*\}\}/;

function toSentences(text: string, schema: Schema, isList: boolean): TextNode {
  const lines = isList ? text.split("\n") : [text.replaceAll(/\s+/g, " ")];
  const paragraphs = lines.map((line) =>
    schema.node(
      "paragraph",
      null,
      line
        .split(VALUE)
        .flatMap((part, at) =>
          at % 2 === 1 ? schema.node("field", { name: part }) : part === "" ? [] : schema.text(part),
        ),
    ),
  );
  return schema.node("doc", null, paragraphs);
}

/** Returns the names of the values in a text, in order: `shop` for "Welcome to {{shop}}". */
export const listValues = (text: string): string[] => text.split(VALUE).filter((_, at) => at % 2 === 1);

/** Replaces each value in a text, such as `{{shop}}`. */
export const replaceValues = (text: string, toText: (name: string) => string): string =>
  text
    .split(VALUE)
    .map((part, at) => (at % 2 === 1 ? toText(part) : part))
    .join("");

const parser = new Marked({
  gfm: false,
  // The shop supports neither HTML nor link definitions such as `[care]: /care`, so both are drawn as text.
  tokenizer: { html: () => undefined, tag: () => undefined, def: () => undefined },
  walkTokens(token) {
    // The shop shows the characters `&amp;`, not `&`.
    if (token.type === "text" || token.type === "escape")
      token["text"] = String(token["text"]).replaceAll("&", "&amp;");
  },
  extensions: [
    {
      name: "field",
      level: "inline",
      start: (source) => source.indexOf("{{"),
      tokenizer(source) {
        const [raw, name] = /^\{\{\s*([a-z0-9-]+)\s*\}\}/.exec(source) ?? [];
        return raw === undefined ? undefined : { type: "field", raw, name };
      },
      renderer: (token) => `<span data-field="${token["name"]}"></span>`,
    },
  ],
  renderer: {
    heading({ depth, tokens }) {
      const html = this.parser.parseInline(tokens);
      const [, words = html, id] = /^(.*?)\s*\{#([a-z][a-z0-9-]*)\}$/.exec(html) ?? [];
      return draw(`h${depth}`, id === undefined ? {} : { "data-id": id }, words);
    },
    link({ href, tokens }) {
      return draw("a", { href }, this.parser.parseInline(tokens));
    },
  },
});

function draw(tag: string, attributes: Readonly<Record<string, string>>, html: string): string {
  // An element of the current document would load its pictures, so create it in another document.
  const element = document.implementation.createHTMLDocument().createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.innerHTML = html;
  return element.outerHTML;
}

/**
 * Prepares pasted HTML: separates the cells of a table, which become one paragraph, by spaces, and renames style
 * attributes, which the desk's security policy blocks.
 */
export const prepareHtml = (html: string): string =>
  html
    .replaceAll(/<\/t[dh]>/gi, " $&")
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\sstyle=/gi, " data-style="));

/** Returns the source of a text, or of blocks that are pasted into it: Markdown if the kind has formats. */
export const toSource = (blocks: Fragment, kind: TextKind): string =>
  kind === "words" || kind === "points"
    ? blocks.content.map(({ textContent }) => textContent).join("\n")
    : toMarkdown(blocks);

export function toMarkdown(blocks: Fragment): string {
  const ownIds = new Set(blocks.content.map(({ attrs }): unknown => attrs["id"] ?? null));
  const sections = new Set<string>();
  /** Adds the id of a section: the owner's id without a change, or an id made from the words of the heading. */
  const addSection = (ownId: string | null, words: string): string => {
    const isTaken = (id: string) => sections.has(id) || (id !== ownId && ownIds.has(id));
    let id = ownId ?? toSectionId(words);
    for (let count = 2; isTaken(id); count += 1) id = `section-${count}`;
    sections.add(id);
    return id;
  };
  return blocks.content
    .flatMap((block) => {
      if (block.type.name === "heading") return toHeading(block, addSection);
      if (block.isTextblock) return toLines(block);
      const items = block.content.content.flatMap((item) => item.content.content).flatMap(toLines);
      const isOrdered = block.type.name === "numbers";
      return items.map((line, at) => `${isOrdered ? `${at + 1}.` : "-"} ${line}`).join("\n");
    })
    .filter(Boolean)
    .join("\n\n");
}

const toLines = (block: TextNode): string[] => toWords(block).split("\n").map(toLine).filter(Boolean);

function toHeading(heading: TextNode, addSection: (ownId: string | null, words: string) => string): string {
  const words = toLines(heading).join(" ");
  const { level, id: ownId } = heading.attrs;
  if (words === "" || level === 3) return words && `### ${words}`;
  const id = addSection(ownId as string | null, words);
  return ownId === null && id === toSectionId(words) ? `## ${words}` : `## ${words} {#${id}}`;
}

/** Returns the Markdown of the words of a block. Words with the same link are one link, even if some are bold. */
function toWords(block: TextNode): string {
  const runs: { link: Mark | undefined; words: string }[] = [];
  for (const child of block.content.content) {
    const link = child.marks.find(({ type }) => type.name === "link");
    const words = toText(child);
    const last = runs.at(-1);
    if (last && (link ? last.link?.eq(link) : !last.link)) last.words += words;
    else runs.push({ link, words });
  }
  return runs.map(({ link, words }) => (link ? toLink(link, words) : words)).join("");
}

/** Returns a link for each line of the words. */
const toLink = (link: Mark, words: string): string => {
  const href = String(link.attrs["href"])
    .replaceAll(/\{\{\s*([a-z0-9-]+)\s*\}\}/g, "{{$1}}")
    .replaceAll(/[()\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return words.replaceAll(/.*\S.*/g, (line) => `[${line}](${href})`);
};

function toText({ text, textContent, marks }: TextNode): string {
  if (textContent === "\n") return textContent;
  const words = text
    ?.replaceAll(/[\u200B\uE000-\uE003]/g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*_[\]<]/g, "\\$&");
  const names = marks.map(({ type }) => type.name);
  const [bold = "", boldEnd = ""] = names.includes("strong") ? BOLD : [];
  const [italic = "", italicEnd = ""] = names.includes("em") ? ITALIC : [];
  return bold + italic + (words ?? textContent) + italicEnd + boldEnd;
}

/** The signs of Markdown around words. A private-use character replaces each sign until the whole line is known. */
const SIGNS = { "\uE000": "**", "\uE001": "**", "\uE002": "*", "\uE003": "*" } as const;
const BOLD = ["\uE000", "\uE001"] as const;
const ITALIC = ["\uE002", "\uE003"] as const;

/** A zero-width space. `toMarkdown` removes it. */
const NO_WIDTH = "\u200B";

/**
 * Merges adjacent bold or italic words. Escapes the start of the line if Markdown would read it as a list, heading or
 * quote. Also escapes `!` before a link, because Markdown would read both together as a picture.
 */
const toLine = (text: string): string =>
  toSigns(text)
    .replaceAll(/!(?=\[)/g, "\\!")
    .trim()
    .replace(/^[-+#>~=]/, "\\$&")
    .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2");

/**
 * Markdown does not read `**Teak.**oil` as bold, because the sign follows a full stop and precedes a letter. It also
 * cannot separate the signs in `**a***b*`. A zero-width space makes both cases unambiguous.
 */
const toSigns = (text: string): string =>
  text
    .replaceAll(/\uE001\uE000|\uE003\uE002/g, "")
    .replaceAll(/\uE001\uE000|\uE003\uE002/g, "")
    // Markdown does not read `**bold **` as bold.
    .replaceAll(/([\uE000\uE002]+)(\s+)/g, "$2$1")
    .replaceAll(/(\s+)([\uE001\uE003]+)/g, "$2$1")
    .replaceAll("\uE002\uE003", "")
    .replaceAll("\uE000\uE001", "")
    .replaceAll(/[\uE000-\uE003](?=[\uE000-\uE003])/g, `$&${NO_WIDTH}`)
    .replaceAll(/(?<=[^\s\p{P}])[\uE000\uE002](?=[\p{P}\p{S}])/gu, `$&${NO_WIDTH}`)
    .replaceAll(/(?<=[\p{P}\p{S}])[\uE001\uE003](?=[^\s\p{P}])/gu, `${NO_WIDTH}$&`)
    .replaceAll(/[\uE000-\uE003]/g, (letter) => SIGNS[letter as keyof typeof SIGNS]);
