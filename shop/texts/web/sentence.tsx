import { ExactText } from "#ui/exact-text.tsx";
import type { Sentence } from "../text.ts";

/** The names that browsers must not translate. */
export interface ExactNames {
  tradeName: string;
}

/** E-mail addresses and international phone numbers. */
const CONTACT = /[^\s,;:()]+@[^\s,;:()]+\.\p{L}+|\+\d[\d ]{6,}\d/gu;

/** Renders a sentence. Its e-mail addresses and phone numbers are links. These and the shop's name are not translated. */
export const ShownSentence = ({ spans, names }: { spans: Sentence; names: ExactNames }) =>
  spans.map((span, at) => <Span key={at} span={span} names={names} />);

function Span({
  span: { text, strong, emphasis, href },
  names,
}: {
  span: Sentence[number];
  names: ExactNames;
}) {
  const contacts = text.match(CONTACT) ?? [];
  const hrefs = Object.fromEntries(contacts.map((contact) => [contact, toContactHref(contact)]));
  const content = (
    <ExactText text={text} exact={[...contacts, names.tradeName]} {...(href === undefined && { hrefs })} />
  );
  const element = href === undefined ? content : <a href={href}>{content}</a>;
  if (strong) return <strong>{element}</strong>;
  return emphasis ? <em>{element}</em> : element;
}

const toContactHref = (contact: string): string =>
  contact.includes("@") ? `mailto:${contact}` : `tel:${contact.replaceAll(" ", "")}`;
