import type { Rules } from "#shop/policies/rules.ts";
import { type TextBlock, toPlainText } from "../text.ts";
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
    // If no paragraph is left, because all contained an empty field, use the default paragraphs.
    paragraphs: paragraphs.length > 0 ? paragraphs : mail.paragraphs,
  };
}

const listKnown = (kind: ReplaceableMail): string[] => [...SHOP_FIELDS, ...mailFields[kind]];

const listBlocks = ({ lead, intro, sections }: ParsedText): TextBlock[] => [
  ...(lead.length > 0 ? [{ kind: "paragraph" as const, spans: lead }] : []),
  ...intro,
  ...sections.flatMap(({ blocks }) => blocks),
];

const listParagraphs = (text: ParsedText): string[] =>
  listBlocks(text).flatMap((block) => (block.kind === "paragraph" ? toPlainText(block.spans) : []));

export function listMailErrors(kind: ReplaceableMail, source: string): TextFault[] {
  const { text, errors } = readMarkdown(source, listKnown(kind));
  const isPlain =
    text.facts.length === 0 &&
    text.sections.length <= 1 &&
    listBlocks(text).every(
      (block) => block.kind === "paragraph" && block.spans.every((span) => Object.keys(span).length === 1),
    );
  if (!isPlain)
    errors.push({
      message:
        "contains bold words, a link, a list or a second heading, which e-mails cannot have. Write plain paragraphs below the subject (#) and the heading (##).",
    });
  if (listParagraphs(text).length === 0) errors.push({ message: "has no paragraph." });
  return errors;
}
