import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { shopTextSchema } from "./response-schemas.ts";
import { textNames } from "./text.ts";

export const readShopText = defineContract({
  summary: `Returns a text of the shop (${textNames.join(", ")}) with the current amounts and periods.`,
  answer: v.object({ success: v.literal(true), ...shopTextSchema.entries }),
  refusals: { no_such_text: { status: 404, message: "There is no such text." } },
});
