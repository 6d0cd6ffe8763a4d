import * as v from "valibot";
import { wholeNumber } from "#platform/config/setting.ts";
import { ONLINE_PAYMENT_MINUTES } from "../holds.ts";

declare module "#platform/config/config.ts" {
  interface Config extends v.InferOutput<typeof orderSettings> {}
}

export const orderSettings = v.pipe(
  v.object({
    PAYMENT_TIMEOUT_MINUTES: wholeNumber(ONLINE_PAYMENT_MINUTES, { least: 1, most: 1440 }),
  }),
  v.transform((env) => ({ paymentTimeoutMinutes: env.PAYMENT_TIMEOUT_MINUTES })),
);
