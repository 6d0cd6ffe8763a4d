import * as v from "valibot";
import { defineCommandData, openObject } from "#contract/command-data.ts";

/** `pictures` are signed URLs of the customer's photographs. */
export const returnList = defineCommandData(
  "returns",
  v.array(openObject({ orderId: v.string(), return: v.number(), pictures: v.array(v.string()) })),
);
