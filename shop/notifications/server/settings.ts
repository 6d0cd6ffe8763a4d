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
    /** `urgent`: urgent mails at once, the rest daily. `each`: all at once. `digest`: all daily. `off`: no mails. */
    ownerMails: env.OWNER_MAILS,
  })),
);
