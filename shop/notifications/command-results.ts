import * as v from "valibot";
import {
  defineCommandData,
  defineCommandList,
  defineCommandObject,
  moment,
  openObject,
} from "#contract/command-data.ts";

/** The result of `mail KIND --words`: the standard text of a mail, and sample values of its fields. */
export const mailWording = defineCommandObject("mail", {
  kind: v.string(),
  source: v.string(),
  fields: v.record(v.string(), v.string()),
});

/** The result of `mail --kinds`. `source` is the standard text in Markdown, if the owner can replace it. */
export const mailList = defineCommandList("mail", {
  kind: v.string(),
  when: v.string(),
  source: v.exactOptional(v.string()),
});

/** The results of `mail` for previews: a text, a rendered mail, the newest saved mail, or all kinds of mails. */
export const mailPreview = defineCommandData(
  "mail",
  v.union([
    mailWording.data,
    openObject({
      kind: v.string(),
      subject: v.string(),
      text: v.string(),
      html: v.string(),
    }),
    openObject({ to: v.string(), subject: v.string(), text: v.string(), file: v.string() }),
    mailList.data,
  ]),
);

export const mailWaiting = defineCommandList("mail", {
  id: v.string(),
  subscriber: v.string(),
  payload: v.unknown(),
  createdAt: moment,
  attempts: v.number(),
  runAt: moment,
  deadAt: v.nullable(moment),
  lastError: v.nullable(v.string()),
});
