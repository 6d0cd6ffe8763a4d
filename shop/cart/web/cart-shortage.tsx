import { Notice } from "#ui/notice.tsx";
import { type CartItem, shortageNotice } from "../cart.ts";

/** Which pieces of the cart there are not enough of (D102). */
export function CartShortage({ lines }: { lines: readonly CartItem[] }) {
  const words = shortageNotice(lines);
  return words === null ? null : <Notice tone="danger">{words}</Notice>;
}
