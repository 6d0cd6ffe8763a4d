import * as v from "valibot";
import { type Context, defineService } from "#platform/context.ts";
import { strictObject } from "#platform/storage/owner-file.ts";

/**
 * The couriers of the seller, each with the URL of its tracking page; `{number}` stands for the number of the parcel.
 */
export const couriersFile = v.array(
  strictObject({
    name: v.pipe(v.string("is missing."), v.trim(), v.nonEmpty("is missing.")),
    link: v.pipe(
      v.string("is missing."),
      v.check(
        (link) => isHttps(link.replaceAll("{number}", "1")),
        "is not an https address. Write it like https://courier.example/track/{number}.",
      ),
    ),
  }),
  "is not a list of couriers.",
);

export type Courier = v.InferOutput<typeof couriersFile>[number];

/** True for an https URL. */
export const isHttps = (link: string): boolean => URL.parse(link)?.protocol === "https:";

const courierService = defineService("seller.couriers", () => ({ couriers: [] as readonly Courier[] }));

export const getOwnCouriers = (context: Context): readonly Courier[] =>
  context.service(courierService).couriers;

export const setOwnCouriers = (context: Context, couriers: readonly Courier[]): void => {
  context.service(courierService).couriers = couriers;
};
