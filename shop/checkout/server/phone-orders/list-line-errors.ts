import { findProducts } from "#shop/catalogue/server/index.ts";
import { findShortages, readStates } from "#shop/inventory/server/index.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { isRefused } from "#platform/http/refuse.ts";
import { MAX_QUANTITY } from "#shop/inventory/max-quantity.ts";
import type { NewOrder } from "../../new-order.ts";
import { type OrderedLine, priceLines } from "../priced-lines.ts";

/** What keeps these pieces from being ordered now, all of it; nothing is held. */
export async function listLineErrors(context: Context, items: NewOrder["items"]): Promise<string[]> {
  const products = await findProducts(
    context,
    items.map(({ productId }) => productId),
  );
  const [there, gone] = [true, false].map((isThere) =>
    items.filter(({ productId }) => products.has(productId) === isThere),
  );
  const errors = (gone ?? []).map(
    ({ productId }) => `--line: there is no product ${productId}. 'products list' shows them.`,
  );
  const lines = await priceLines(context, there ?? []);
  if (isRefused(lines)) return lines.code === "too_many_pieces" ? [...errors, TOO_MANY_PIECES] : errors;
  return [...errors, ...describeShortages(await context.transact((tx) => findLinesShort(tx, lines)))];
}

const TOO_MANY_PIECES = `--line: an order holds 1 to ${MAX_QUANTITY} pieces of each product.`;

const findLinesShort = async (tx: Tx, lines: readonly OrderedLine[]) =>
  findShortages(await readStates(tx, lines), lines);

/** What is missing of each product. */
export const describeShortages = (
  shortages: readonly { productId: string; wanted: number; available: number }[],
) =>
  shortages.map(
    ({ productId, wanted, available }) =>
      `--line: of ${productId} ${wanted} are wanted and ${available === 0 ? "none is left" : `only ${available} can be had`}.`,
  );
