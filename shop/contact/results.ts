import * as v from "valibot";
import { defineCommandData, moment } from "#contract/command-data.ts";

/** Messages of the contact form. */
export const messagesList = defineCommandData(
  "messages",
  "list",
  v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      email: v.string(),
      message: v.string(),
      receivedAt: moment,
      answeredAt: v.nullable(moment),
      answer: v.nullable(v.string()),
    }),
  ),
);

/** The subscribers of the newsletter, the number of all, and of those of the last 30 days. */
export const newsletterList = defineCommandData(
  "newsletter",
  "list",
  v.object({
    all: v.number(),
    lately: v.number(),
    subscribers: v.array(
      v.object({
        email: v.string(),
        consentedAt: moment,
        /** The link by which the subscriber leaves. */
        leave: v.string(),
      }),
    ),
  }),
);
