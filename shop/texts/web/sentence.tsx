import { ExactText } from "#ui/exact-text.tsx";
import type { Sentence } from "../text.ts";

/** The names that browsers must not translate. */
export interface ExactNames {
  tradeName: string;
  email: string | null;
}

/** Renders a sentence. Shows its e-mail address as a link, and protects the shop's name from translation. */
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
