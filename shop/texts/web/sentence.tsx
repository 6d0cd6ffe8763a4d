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
  const words = (
    <ExactText
      text={text}
      exact={[email ?? "", tradeName]}
      hrefs={email === null || href !== undefined ? {} : { [email]: `mailto:${email}` }}
    />
  );
  const shown = href === undefined ? words : <a href={href}>{words}</a>;
  if (strong) return <strong>{shown}</strong>;
  return emphasis ? <em>{shown}</em> : shown;
}
