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
        `"${input}" is not a single e-mail address. Write for example MAIL_TO=owner@shop.example`,
    ),
    OWNER_MAILS: v.optional(oneOf(["urgent", "each", "digest", "off"]), "urgent"),
  }),
  v.transform((env) => ({
    mailTo: env.MAIL_TO,
    /**
     * `urgent` sends urgent mails at once and the others daily, `each` sends all at once, and `digest` sends all daily.
     * Contact messages and warnings about blocked stock are sent at once in every mode, even with `off`.
     */
    ownerMails: env.OWNER_MAILS,
  })),
);
