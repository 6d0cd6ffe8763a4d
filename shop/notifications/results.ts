import * as v from "valibot";
import { defineCommandData, moment } from "#contract/command-data.ts";

/** The mails that the mail server has not accepted. */
export const mailWaiting = defineCommandData(
  "mail",
  "waiting",
  v.array(
    v.object({
      id: v.string(),
      /** The name of the mail's subscriber. */
      subscriber: v.string(),
      payload: v.unknown(),
      createdAt: moment,
      attempts: v.number(),
      runAt: moment,
      /** Null while it is being retried. */
      deadAt: v.nullable(moment),
      lastError: v.nullable(v.string()),
    }),
  ),
);
