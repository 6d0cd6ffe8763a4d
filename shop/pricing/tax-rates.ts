import type { InferOutput } from "valibot";
import type { shownRatesSchema } from "./response-schemas.ts";

/** The tax rates of the shop, with its coupon and shipping fee. An order keeps the rates of its day (D8). */
export type TaxRates = InferOutput<typeof shownRatesSchema>;

/** The rates of a shop whose owner has set none. */
export const TAX_RATES: TaxRates = { cgst: 9, sgst: 9 };
