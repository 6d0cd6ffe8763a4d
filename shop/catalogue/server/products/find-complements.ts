import type { AnswerOf } from "#contract/endpoint.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/http/refuse.ts";
import { toCard } from "../../card.ts";
import { selectComplements } from "../../complements.ts";
import type { listComplements } from "../../endpoints.ts";
import { DEFAULT_SORTING } from "../../sorting.ts";
import { getSnapshot } from "../snapshot/snapshot.ts";
import { describeProducts } from "./find-products.ts";

/** The pieces that go with one, never sold out. */
export async function findComplements(context: Context, productId: string) {
  const { products } = getSnapshot(context);
  const product = products.get(productId);
  if (!product) return refuse("no_such_product");
  const selected = selectComplements(product, products.listBy(DEFAULT_SORTING));
  const data = (await describeProducts(context, selected)).map(toCard);
  return { success: true, data } satisfies AnswerOf<typeof listComplements>;
}
