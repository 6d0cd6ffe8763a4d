import { getOwn } from "#contract/read.ts";

interface ExactTextProps {
  text: string;
  exact: readonly string[];
  hrefs?: Readonly<Record<string, string>>;
}

export function ExactText({ text, exact, hrefs = {} }: ExactTextProps) {
  const [first] = exact
    .map((part) => ({ part, at: part ? text.indexOf(part) : -1 }))
    .filter(({ at }) => at >= 0)
    .toSorted((first, other) => first.at - other.at);
  if (!first) return text;
  const { part, at } = first;
  const href = getOwn(hrefs, part);
  return (
    <>
      {text.slice(0, at)}
      {href === undefined ? (
        <span translate="no">{part}</span>
      ) : (
        <a translate="no" href={href}>
          {part}
        </a>
      )}
      <ExactText text={text.slice(at + part.length)} exact={exact} hrefs={hrefs} />
    </>
  );
}
