import * as v from "valibot";
import { defineCommandList, defineCommandObject, moment } from "#contract/command-data.ts";

export const messagesList = defineCommandList("messages", {
  id: v.string(),
  name: v.string(),
  email: v.string(),
  message: v.string(),
  receivedAt: moment,
  answeredAt: v.nullable(moment),
  isOverdue: v.boolean(),
  answer: v.nullable(v.string()),
});

/** `newInLastMonth` counts the new subscribers of the last 30 days. */
export const newsletterData = defineCommandObject("newsletter", {
  all: v.number(),
  newInLastMonth: v.number(),
  subscribers: v.array(
    v.object({
      email: v.string(),
      consentedAt: moment,
      leave: v.string(),
    }),
  ),
});
