import type { TextBlock } from "../text.ts";
import { ShownSentence } from "./sentence.tsx";

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
