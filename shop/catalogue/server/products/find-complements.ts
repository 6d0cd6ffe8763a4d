import type { AnswerOf } from "#contract/endpoint.ts";
import type { Context } from "#platform/context.ts";
import { refuse } from "#platform/refuse.ts";
import { toCard } from "../../card.ts";
import { selectComplements } from "../../complements.ts";
import type { listComplements } from "../../endpoints.ts";
import { getSnapshot } from "../snapshot/snapshot.ts";

/** The pieces that go with one, never sold out. */
export function findComplements(context: Context, productId: string) {
  const { byId, products } = getSnapshot(context);
  const product = byId.get(productId);
  if (!product) return refuse("no_such_product");
  const data = selectComplements(product, products).map(toCard);
  return { success: true, data } satisfies AnswerOf<typeof listComplements>;
}
