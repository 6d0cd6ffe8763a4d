import * as v from "valibot";
import { defineCommandData, moment, openObject } from "#contract/command-data.ts";

/** The result of `mail preview KIND --words`: the standard text of a mail with its fields. */
export const mailWording = defineCommandData(
  "mail preview",
  v.object({ kind: v.string(), source: v.string(), fields: v.array(v.string()) }),
);

/** The result of `mail preview` without a kind: all mails, and when the shop sends each of them. */
export const mailList = defineCommandData(
  "mail preview",
  v.array(v.object({ kind: v.string(), when: v.string() })),
);

/** The results of `mail preview`: the text of a mail, a rendered mail, the newest saved mail, or all kinds of mails. */
export const mailPreview = defineCommandData(
  "mail preview",
  v.union([
    mailWording.data,
    openObject({
      kind: v.string(),
      subject: v.string(),
      text: v.string(),
      html: v.string(),
      file: v.exactOptional(v.string()),
    }),
    openObject({ to: v.string(), subject: v.string(), text: v.string(), file: v.string() }),
    mailList.data,
  ]),
);

export const mailWaiting = defineCommandData(
  "mail waiting",
  v.array(
    v.object({
      id: v.string(),
      subscriber: v.string(),
      payload: v.unknown(),
      createdAt: moment,
      attempts: v.number(),
      runAt: moment,
      deadAt: v.nullable(moment),
      lastError: v.nullable(v.string()),
    }),
  ),
);
