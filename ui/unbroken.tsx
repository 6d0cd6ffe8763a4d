import { splitOrderNumbers } from "#contract/order-number.ts";

export const Unbroken = ({ text }: { text: string }) =>
  splitOrderNumbers(text).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} className="unbroken">
        {part}
      </span>
    ),
  );
