import * as v from "valibot";
import { oneOf, optionalText } from "#platform/config/setting.ts";

declare module "#platform/config/config.ts" {
  interface Config extends v.InferOutput<typeof ownerMailSettings> {}
}

export const ownerMailSettings = v.pipe(
  v.object({
    MAIL_TO: optionalText(
      /^[^\s@<>(),;:\\"[\]]+@[^\s@<>(),;:\\"[\]]+$/,
      ({ input }) =>
        `"${input}" is not a single e-mail address. Write for example MAIL_TO=owner@shop.example.`,
    ),
    OWNER_MAILS: v.optional(oneOf(["urgent", "each", "digest", "off"]), "urgent"),
  }),
  v.transform((env) => ({
    /** The owner's e-mail address; the default is the seller's. */
    mailTo: env.MAIL_TO,
    /** The owner's choice of mails: urgent ones at once, all at once, all in the daily mail, or none. */
    ownerMails: env.OWNER_MAILS,
  })),
);
