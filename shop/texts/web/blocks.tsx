import { ExactText } from "#ui/exact-text.tsx";
import { useShopName } from "#ui/logo.tsx";
import type { Sentence, TextBlock } from "../text.ts";

export const Blocks = ({ blocks }: { blocks: readonly TextBlock[] }) =>
  blocks.map((block, at) => {
    if (block.kind === "heading") return <h3 key={at}>{block.title}</h3>;
    if (block.kind === "paragraph")
      return (
        <p key={at}>
          <ShownSentence spans={block.spans} />
        </p>
      );
    const List = block.ordered ? "ol" : "ul";
    return (
      <List key={at}>
        {block.items.map((spans, index) => (
          <li key={index}>
            <ShownSentence spans={spans} />
          </li>
        ))}
      </List>
    );
  });

const CONTACT = /[^\s,;:()]+@[^\s,;:()]+\.\p{L}+|\+\d[\d ]{6,}\d/gu;

/** Shows e-mail addresses and phone numbers as links, and marks them so that browsers do not translate them. */
export const ShownSentence = ({ spans }: { spans: Sentence }) =>
  spans.map((span, at) => <Span key={at} span={span} />);

function Span({ span: { text, strong, emphasis, href } }: { span: Sentence[number] }) {
  const shopName = useShopName();
  const contacts = text.match(CONTACT) ?? [];
  const hrefs = Object.fromEntries(contacts.map((contact) => [contact, toContactHref(contact)]));
  const content = (
    <ExactText text={text} exact={[...contacts, shopName]} {...(href === undefined && { hrefs })} />
  );
  const element = href === undefined ? content : <a href={href}>{content}</a>;
  if (strong) return <strong>{element}</strong>;
  return emphasis ? <em>{element}</em> : element;
}

const toContactHref = (contact: string): string =>
  contact.includes("@") ? `mailto:${contact}` : `tel:${contact.replaceAll(" ", "")}`;
