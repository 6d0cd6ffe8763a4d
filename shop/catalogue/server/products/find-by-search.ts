import type { AnswerOf } from "#contract/endpoint.ts";
import type { Context } from "#platform/context.ts";
import { toCard } from "../../card.ts";
import type { findProducts } from "../../endpoints.ts";
import { compareLatest } from "../snapshot/product-summaries.ts";
import { getSnapshot } from "../snapshot/snapshot.ts";
import { describeProducts } from "./find-products.ts";

/** What the search drawer shows below its fixed list. */
export async function findBySearch(context: Context, text: string) {
  const found = getSnapshot(context).products.index.search(text, compareLatest);
  const data = (await describeProducts(context, found)).map(toCard);
  return { success: true, data } satisfies AnswerOf<typeof findProducts>;
}
