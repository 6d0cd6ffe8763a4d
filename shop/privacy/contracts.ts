import * as v from "valibot";
import { defineContract } from "#contract/endpoint.ts";
import { deletion, deletionRefusals } from "./privacy.ts";

export const downloadData = defineContract({
  summary: "Returns all data about the customer",
  answer: v.record(v.string(), v.unknown()),
});

export const deleteAccount = defineContract({
  summary: "Deletes the account if the password in the body is right; orders stay without names and streets",
  body: deletion,
  answer: v.object({ success: v.literal(true), message: v.string() }),
  refusals: deletionRefusals,
});
