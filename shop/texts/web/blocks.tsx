import type { TextBlock } from "../text.ts";
import { type ExactNames, ShownSentence } from "./sentence.tsx";

/** Renders the paragraphs and lists of a section. */
export const Blocks = ({ blocks, names }: { blocks: readonly TextBlock[]; names: ExactNames }) =>
  blocks.map((block, at) => {
    if (block.kind === "heading") return <h3 key={at}>{block.title}</h3>;
    if (block.kind === "paragraph")
      return (
        <p key={at}>
          <ShownSentence spans={block.spans} names={names} />
        </p>
      );
    const List = block.ordered ? "ol" : "ul";
    return (
      <List key={at}>
        {block.items.map((spans, index) => (
          <li key={index}>
            <ShownSentence spans={spans} names={names} />
          </li>
        ))}
      </List>
    );
  });
