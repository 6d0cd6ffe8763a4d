import { removeStored, writeStored, readStoredJson } from "#client/storage.ts";
import type { CartItem } from "../cart.ts";

/** Where the key lies, for all tabs of this browser. */
const KEY = "cartKey";

interface CartKey {
  accountId: string;
  content: string;
  key: string;
}

/** Also here: a tab that does not know yet that its cart was ordered sends the old key, and learns of it from the answer. */
let own: CartKey | null = null;

/**
 * The key under which this content of the cart is ordered: however often and from any tab it is sent, it is one
 * order (D102). With the content the key ends.
 */
export function createCartKey(accountId: string, lines: readonly CartItem[]): string {
  const content = describeContent(lines);
  const fitting = [readStoredKey(), own].find(
    (one) => one?.accountId === accountId && one.content === content,
  );
  if (fitting) own = fitting;
  else {
    own = { accountId, content, key: crypto.randomUUID() };
    writeStored(KEY, JSON.stringify(own));
  }
  return own.key;
}

/** The order has its final answer: what is ordered next is another one. */
export function endCartKey(): void {
  own = null;
  removeStored(KEY);
}

/** Ends the key of a content that the cart no longer has. */
export function endOtherCartKey(accountId: string, lines: readonly CartItem[]): void {
  const content = describeContent(lines);
  const isOther = (one: CartKey | null) =>
    one !== null && (one.accountId !== accountId || one.content !== content);
  if (isOther(own)) own = null;
  if (isOther(readStoredKey())) removeStored(KEY);
}

const readStoredKey = (): CartKey | null => readStoredJson(KEY) as CartKey | null;

/** Which products and how many, in any order. */
export const describeContent = (lines: readonly { productId: unknown; quantity: number }[]): string =>
  lines
    .map(({ productId, quantity }) => `${quantity} ${String(productId)}`)
    .toSorted()
    .join("\n");
