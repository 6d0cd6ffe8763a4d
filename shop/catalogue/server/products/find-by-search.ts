import type { AnswerOf } from "#contract/endpoint.ts";
import type { Context } from "#platform/context.ts";
import { toCard } from "../../card.ts";
import type { findProducts } from "../../endpoints.ts";
import { searchProducts } from "../../search.ts";
import { getSnapshot } from "../snapshot/snapshot.ts";

/** What the search drawer shows below its fixed list. */
export const findBySearch = (context: Context, text: string) =>
  ({
    success: true,
    data: searchProducts(getSnapshot(context).products, text).map(toCard),
  }) satisfies AnswerOf<typeof findProducts>;
