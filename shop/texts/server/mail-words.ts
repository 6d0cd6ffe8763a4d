import type { Rules } from "#shop/policies/rules.ts";
import { toPlainText } from "../text.ts";
import { mailFields, type ReplaceableMail } from "../mail-fields.ts";
import { type FieldValues, SHOP_FIELDS } from "./fields.ts";
import { type ParsedText, readMarkdown, type TextFault } from "./read-markdown.ts";

export interface MailText {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** The rules that apply to the order in this mail. By default, the current rules apply. */
  rules?: Rules;
}

export function fillMail<Mail extends MailText>(
  kind: ReplaceableMail,
  source: string,
  mail: Mail,
  values: FieldValues,
): Mail {
  const { text } = readMarkdown(source, listKnown(kind), values);
  const paragraphs = listParagraphs(text);
  return {
    ...mail,
    subject: text.title || mail.subject,
    heading: text.sections[0]?.title || mail.heading,
    // If no paragraph is left, because all contained an empty field, use the default ones.
    paragraphs: paragraphs.length > 0 ? paragraphs : mail.paragraphs,
  };
}

const listKnown = (kind: ReplaceableMail): string[] => [...SHOP_FIELDS, ...mailFields[kind]];

const listParagraphs = ({ lead, sections }: ParsedText): string[] => [
  ...lead.map(toPlainText),
  ...sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "paragraph" ? toPlainText(block.spans) : [])),
  ),
];

export function listMailErrors(kind: ReplaceableMail, source: string): TextFault[] {
  const { text, errors } = readMarkdown(source, listKnown(kind));
  const { intro, facts, sections } = text;
  const blocks = sections.flatMap((section) => section.blocks);
  const spans = [
    ...text.lead,
    ...blocks.map((block) => (block.kind === "paragraph" ? block.spans : [])),
  ].flat();
  const isPlain =
    intro.length === 0 &&
    facts.length === 0 &&
    sections.length <= 1 &&
    blocks.every(({ kind }) => kind === "paragraph") &&
    spans.every((span) => Object.keys(span).length === 1);
  if (!isPlain)
    errors.push({
      message:
        "contains bold words, a link, a list or a second heading, which e-mails cannot have. Write plain paragraphs below the subject (#) and the heading (##).",
    });
  if (listParagraphs(text).length === 0) errors.push({ message: "has no paragraph." });
  return errors;
}
