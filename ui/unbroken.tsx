import { splitOrderNumbers } from "#contract/order-number.ts";

export const Unbroken = ({ text }: { text: string }) => drawUnbroken(splitOrderNumbers(text));

/** Draws a split text. The second part, the fourth and so on are each kept on one line. */
export const drawUnbroken = (parts: readonly string[]) =>
  parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="unbroken">
        {part}
      </span>
    ),
  );
