import * as v from "valibot";
import { defineCommandData, moment } from "#contract/command-data.ts";

export const mailWaiting = defineCommandData(
  "mail",
  "waiting",
  v.array(
    v.object({
      id: v.string(),
      /** The name of the event subscriber that sends this mail. */
      subscriber: v.string(),
      payload: v.unknown(),
      createdAt: moment,
      attempts: v.number(),
      runAt: moment,
      /** The time at which the shop stopped retrying; null while it retries. */
      deadAt: v.nullable(moment),
      lastError: v.nullable(v.string()),
    }),
  ),
);
