import { ExactText } from "#ui/exact-text.tsx";
import type { Sentence } from "../text.ts";

/** Names that browsers must not translate. */
export interface ExactNames {
  tradeName: string;
  email: string | null;
}

/** A sentence with the shop's name, and its address as a link to write to. */
export const ShownSentence = ({ spans, names }: { spans: Sentence; names: ExactNames }) =>
  spans.map((span, at) => <Span key={at} span={span} names={names} />);

function Span({
  span: { text, strong, emphasis, href },
  names,
}: {
  span: Sentence[number];
  names: ExactNames;
}) {
  const { tradeName, email } = names;
  const content = (
    <ExactText
      text={text}
      exact={[email ?? "", tradeName]}
      hrefs={email === null || href !== undefined ? {} : { [email]: `mailto:${email}` }}
    />
  );
  const element = href === undefined ? content : <a href={href}>{content}</a>;
  if (strong) return <strong>{element}</strong>;
  return emphasis ? <em>{element}</em> : element;
}
