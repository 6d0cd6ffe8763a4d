import { getDefaults, Lexer, type Token, type Tokens, type TokensList } from "marked";
import { findPageName } from "#contract/page-paths.ts";
import {
  type Sentence,
  type ShopText,
  type TextBlock,
  type TextSection,
  isSectionLink,
  toPlainText,
  toSectionId,
} from "../text.ts";
import { type FieldValues, fillWords, listUnknownFields, SHOP_FIELDS } from "./fields.ts";

export interface TextFault {
  /** Undefined if the error is about the whole text. */
  line?: number;
  message: string;
}

export interface ParsedText extends Pick<ShopText, "title" | "lead" | "facts" | "sections"> {
  intro: TextBlock[];
}

/** The maximum nesting depth of a text. Paragraphs and lists with bold, italic and linked words need less. */
const MAX_DEPTH = 8;

class NestedTooDeep extends Error {
  readonly inside: string;
  constructor(inside: string) {
    super();
    this.inside = inside;
  }
}

/** Limits the nesting, because a hostile file could overflow the stack of the recursive lexer. */
class BoundedLexer extends Lexer {
  private depth = 0;

  override blockTokens(source: string, tokens?: Token[], isClipped?: boolean): TokensList {
    const readTokens = () => super.blockTokens(source, tokens, isClipped) as TokensList;
    return this.goDeeper(source, readTokens);
  }

  override inlineTokens(source: string, tokens?: Token[]): Token[] {
    return this.goDeeper(source, () => super.inlineTokens(source, tokens));
  }

  private goDeeper<Tokens extends Token[]>(source: string, readTokens: () => Tokens): Tokens {
    if (this.depth === MAX_DEPTH) throw new NestedTooDeep(source);
    this.depth += 1;
    const tokens = readTokens();
    this.depth -= 1;
    return tokens;
  }
}

/**
 * Parses Markdown: a title, a lead, an introduction, and sections with paragraphs, lists and subheadings. The first
 * paragraph is the lead. A list directly below it becomes `facts` if each of its items begins with a bold value.
 * Reports everything else, such as HTML, as an error. Texts therefore cannot contain scripts or styles.
 * With `values`, replaces the fields by their values, and leaves out paragraphs and list items with an empty field.
 */
export function readMarkdown(source: string, knownFields: readonly string[], values?: FieldValues) {
  const errors: TextFault[] = [];
  const text: ParsedText = { title: "", lead: [], intro: [], facts: [], sections: [] };
  const state: ParseState = {
    text,
    known: knownFields,
    fill: (words) => (values ? fillWords(words, values) : words),
    shortened: new Set(),
    errors,
    source: source.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n"),
    at: 0,
  };
  const tokens = lex(state);
  for (const token of tokens ?? []) {
    takeBlock(state, token);
    state.at += token.raw.length;
  }
  if (tokens && text.title === "")
    errors.push({ message: "has no title: begin with a line like # Our story." });
  return { text, errors, shortened: state.shortened };
}

/** Reports an error and returns null if the text is nested too deeply. */
function lex(state: ParseState): Token[] | null {
  try {
    return new BoundedLexer({ ...getDefaults(), gfm: false }).lex(state.source);
  } catch (cause) {
    if (!(cause instanceof NestedTooDeep)) throw cause;
    const [line = ""] = cause.inside.trimStart().split("\n", 1);
    refuse(state, line, `has more than ${MAX_DEPTH} nested levels. Use fewer levels.`);
    return null;
  }
}

interface ParseState {
  text: ParsedText;
  known: readonly string[];
  /** Returns null if a field is empty. */
  fill: (words: string) => string | null;
  /** The sections from which a paragraph, list or heading was left out, because a field in it is empty. */
  shortened: Set<TextSection>;
  errors: TextFault[];
  source: string;
  at: number;
}

function refuse(state: ParseState, raw: string, message: string): void {
  const position = state.source.indexOf(raw.trimEnd(), state.at);
  const previous = state.source.slice(0, position < 0 ? state.at : position);
  const line = previous.split("\n").length;
  if (state.errors.some((other) => other.line === line && other.message === message)) return;
  state.errors.push({ line, message });
}

function takeBlock(state: ParseState, token: Token): void {
  const { text } = state;
  const section = text.sections.at(-1);
  if (token.type === "space") return;
  if (token.type === "heading") return takeHeading(state, token as Tokens.Heading);
  if (token.type === "paragraph") {
    const spans = toSentence(state, (token as Tokens.Paragraph).tokens);
    if (!spans) return leaveOut(state);
    if (!section && text.lead.length === 0 && text.intro.length === 0) text.lead = spans;
    else (section?.blocks ?? text.intro).push({ kind: "paragraph", spans });
    return;
  }
  if (token.type !== "list") return refuse(state, token.raw, describeRefused(token));
  const list = token as Tokens.List;
  const items = list.items.flatMap((item) => {
    const spans = toItem(state, item);
    return spans ? [spans] : [];
  });
  if (items.length === 0) return leaveOut(state);
  // Only a list directly below the lead becomes `facts`, because pages show `facts` there.
  const facts = section || text.intro.length > 0 ? [] : items.flatMap(toFact);
  if (facts.length === items.length) text.facts.push(...facts);
  else
    (section?.blocks ?? text.intro).push({
      kind: "list",
      ...(list.ordered && { ordered: true as const }),
      items,
    });
}

function leaveOut({ text, shortened }: ParseState): void {
  const section = text.sections.at(-1);
  if (section) shortened.add(section);
}

function takeHeading(state: ParseState, heading: Tokens.Heading): void {
  const { text } = state;
  // The id contains the names of fields, so it does not change with their values.
  const words = toSentence({ ...state, fill: (written) => written }, heading.tokens) ?? [];
  const { title: written, id } = splitHeading(toPlainText(words));
  const title = state.fill(written);
  if (heading.depth === 1) {
    if (text.title !== "") return refuse(state, heading.raw, "is a second title: begin a section with ##.");
    text.title = title ?? "";
    return;
  }
  if (heading.depth === 2) {
    if (text.sections.some((other) => other.id === id))
      refuse(
        state,
        heading.raw,
        `is a second section with the id #${id}. Add another id after this heading, like {#more}.`,
      );
    text.sections.push({ id, title: title ?? "", blocks: [] });
    return;
  }
  const section = text.sections.at(-1);
  if (heading.depth > 3 || !section)
    return refuse(
      state,
      heading.raw,
      "is not a valid heading. Use # for the title, ## for a section and ### for a part of a section.",
    );
  if (title === null) return leaveOut(state);
  section.blocks.push({ kind: "heading", title });
}

function splitHeading(heading: string): { title: string; id: string } {
  const [, title = heading, value] = /^(.*?)\s*\{#([a-z][a-z0-9-]*)\}$/.exec(heading) ?? [];
  return { title, id: value ?? toSectionId(title) };
}

function toItem(state: ParseState, item: Tokens.ListItem): Sentence | null {
  const [first, ...otherTokens] = item.tokens.filter(({ type }) => type !== "space");
  for (const token of otherTokens)
    refuse(state, token.raw, "is below a list item. Each list item can only have one paragraph.");
  if (!first || !["text", "paragraph"].includes(first.type)) {
    if (first) refuse(state, first.raw, describeRefused(first));
    return [];
  }
  return toSentence(state, (first as Tokens.Paragraph).tokens ?? []);
}

/** Returns the fact in a list item such as `**24 h** to report damage`. Empty for every other item. */
const toFact = ([figure, ...label]: Sentence): ShopText["facts"] =>
  figure?.strong && label.length > 0 ? [{ figure: figure.text, label: toPlainText(label).trim() }] : [];

type SentenceStyle = Omit<Sentence[number], "text">;

/** Returns the words of a paragraph or list item. Null if a field in them is empty, so that no text is incomplete. */
function toSentence(
  state: ParseState,
  tokens: readonly Token[],
  format: SentenceStyle = {},
): Sentence | null {
  const parts = tokens.map((token) => toSpans(state, token, format));
  return parts.includes(null) ? null : joinPlain(parts.flatMap((part) => part ?? []));
}

function toSpans(state: ParseState, token: Token, format: SentenceStyle): Sentence | null {
  if (token.type === "text" || token.type === "escape") return toSpan(state, token as Tokens.Text, format);
  if (token.type === "strong") return toSentence(state, token.tokens ?? [], { ...format, strong: true });
  if (token.type === "em") return toSentence(state, token.tokens ?? [], { ...format, emphasis: true });
  if (token.type !== "link") {
    refuse(state, token.raw, describeRefused(token));
    return [];
  }
  const problem = refuseHref((token as Tokens.Link).href, state.known);
  if (problem) refuse(state, token.raw, problem);
  const href = state.fill((token as Tokens.Link).href);
  return href === null ? null : toSentence(state, token.tokens ?? [], { ...format, href });
}

function toSpan(state: ParseState, { raw, text }: Tokens.Text, format: SentenceStyle): Sentence | null {
  for (const message of listUnknownFields(text, state.known)) refuse(state, raw, message);
  if (/^\s*\|.*-{3}/m.test(text)) refuse(state, raw, "is a table, which the shop cannot show.");
  const words = state.fill(text.replaceAll("\n", " "));
  return words === null ? null : [{ text: words, ...format }];
}

function refuseHref(href: string, unknownFields: readonly string[]): string | null {
  const [unknown] = listUnknownFields(href, unknownFields);
  if (unknown) return unknown;
  if (isSectionLink(href) || /^(mailto|tel):[^\s"<>]+$/.test(href)) return null;
  if (href.startsWith("https://"))
    return URL.canParse(href) ? null : `links to "${href}", which is not a valid link.`;
  if (!/^\/(?!\/)[^\s\\"<>]*$/.test(href))
    return `links to "${href}". Use a page of the shop like /contact-us, a link that begins with https://, or mailto:.`;
  const [path = ""] = href.split(/[?#]/, 1);
  return findPageName(path) === null ? `links to ${path}, which is not a page of the shop.` : null;
}

const names: Record<string, string> = {
  blockquote: "a quotation",
  br: "a line break",
  code: "text indented by four spaces, or between ```",
  codespan: "text between `",
  def: "a link's address on a line of its own",
  hr: "a horizontal line",
  image: "a picture (pictures of Our Story belong in story.json)",
  list: "a list in a list",
};

const describeRefused = ({ type, raw }: Token): string =>
  type === "html"
    ? `contains ${raw.trim().slice(0, 40)}, but the shop does not show HTML.`
    : `is ${names[type] ?? `"${raw.trim().slice(0, 40)}"`}, which the shop does not show.`;

/** Returns a text with the values of its fields. Leaves out sections that have become empty. */
export function fillText(
  source: string,
  values: FieldValues,
): Pick<ShopText, "title" | "lead" | "intro" | "facts" | "sections"> {
  const { text, shortened } = readMarkdown(source, SHOP_FIELDS, values);
  const { intro, sections, ...others } = text;
  return {
    ...others,
    ...(intro.length > 0 && { intro }),
    sections: sections.filter((section) => section.blocks.length > 0 || !shortened.has(section)),
  };
}

const joinPlain = (sentence: Sentence): Sentence =>
  sentence.reduce<Sentence>((joined, span) => {
    const last = joined.at(-1);
    const isPlain = (span: Sentence[number] | undefined) =>
      span !== undefined && Object.keys(span).length === 1;
    return last && isPlain(last) && isPlain(span)
      ? [...joined.slice(0, -1), { text: last.text + span.text }]
      : [...joined, span];
  }, []);
