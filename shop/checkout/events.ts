import * as v from "valibot";
import { defineEvent } from "#contract/event.ts";
import { expiryPatterns } from "./holds.ts";

/** Orders of the same goods expire unpaid again and again: they may be held back on purpose (T35). */
export const goodsHeldBack = defineEvent(
  "order.goods-held-back",
  v.object({ productId: v.string(), pattern: v.picklist(expiryPatterns), lapsed: v.number() }),
);
