import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { shopTextSchema } from "./response-schemas.ts";
import { textNames } from "./text.ts";

export const readShopText = defineContract({
  summary: `A text of the shop, with its current numbers: ${textNames.join(", ")}.`,
  answer: v.object({ success: v.literal(true), ...shopTextSchema.entries }),
  refusals: { no_such_text: { status: 404, message: "There is no such text." } },
});
