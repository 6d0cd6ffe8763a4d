import { getOrder } from "#shop/orders/server/index.ts";
import { getSumToCollect } from "#shop/orders/status.ts";
import { describeDispatchRefusal } from "#shop/orders/order-transitions.ts";
import { formatName } from "#contract/person-name.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import { defineCommand, CommandRefused, refuseField, UsageError } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { printCsv } from "#platform/operator/export-csv.ts";
import { isPinCode } from "#shop/addresses/pin-codes.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { type Booking, type BookingFormatName, bookingFormats, buildBookingFile } from "./booking-files.ts";
import { listParcelsToPack, type ParcelToPack } from "./parcels-to-pack.ts";
import { findPieces, formatSize, formatWeight, measureParcel } from "./parcel-weight.ts";

export const addressesCommand = defineCommand({
  noun: "orders",
  verb: "addresses",
  summary: "Makes a file for your courier's website: one upload books all parcels that are ready to pack.",
  reads: true,
  args: [],
  options: {
    for: {
      summary: "the courier or service for which the file is made",
      choices: Object.keys(bookingFormats),
      required: true,
    },
    order: { summary: "only these orders, e.g. TRV-7K3M9Q TRV-VF2A5D", kind: "order", many: true },
    pickup: { summary: "the name of the pickup location at the courier; if empty, the shop's name" },
    weight: { summary: "the weight in grams of pieces whose product has no weight" },
    size: { summary: "the box size in cm of pieces whose product has no packed size, e.g. 30x20x10" },
    csv: { summary: "print the CSV file to upload at the courier's website", flag: true },
  },
  examples: [
    "orders addresses --for shiprocket",
    "orders addresses --for delhivery --pickup Workshop --csv > parcels.csv",
    "orders addresses --for india-post --weight 800 --size 30x20x10 --csv > parcels.csv",
  ],
  run: async (context, { options }) => {
    const format = options["for"] as BookingFormatName;
    const chosen = await findChosen(context, options["order"]);
    const bookings = await createBookings(context, chosen, readDefaults(options));
    const seller = findSeller(context);
    const sender = { seller, pickup: options["pickup"]?.trim() || (seller?.tradeName ?? "") };
    const rows = buildBookingFile(format, bookings, sender);
    if (options["csv"]) return printCsv(rows);
    if (bookings.length === 0) return { message: "There are no parcels to book.", data: { rows: [] } };
    return {
      title: `${formatCount(bookings.length, "parcel")} for ${bookingFormats[format].name}`,
      columns: ["Order", "To", "PIN", "Weight", "Size", "Value", "Collect"],
      rows: bookings.map((booking) => [
        booking.orderId,
        `${formatName(booking.contact)}, ${booking.shippingAddress.city}`,
        booking.shippingAddress.zipCode,
        formatWeight(booking.weight),
        formatSize(booking.size),
        formatRupeesGrouped(booking.value),
        booking.toCollect > 0 ? formatRupeesGrouped(booking.toCollect) : "",
      ]),
      message: `Upload the CSV file of this list at ${bookingFormats[format].name}.`,
      data: { rows },
    };
  },
});

async function findChosen({ db }: Context, orderList: string | undefined): Promise<ParcelToPack[]> {
  const parcelsToPack = await listParcelsToPack(db);
  if (orderList === undefined) return parcelsToPack;
  const chosen: ParcelToPack[] = [];
  for (const value of orderList.split("\n")) {
    const order = await getOrder(db, value);
    const parcels = parcelsToPack.filter((parcel) => parcel.order.id === order.id);
    if (parcels.length === 0)
      throw new CommandRefused(
        describeDispatchRefusal(order) ?? `${order.orderId} has no pieces left to send.`,
      );
    chosen.push(...parcels);
  }
  return chosen;
}

/** Parses the weight and size for products without their own. @throws UsageError */
function readDefaults(options: Readonly<Record<string, string | undefined>>) {
  const { weight, size } = options;
  if (weight !== undefined && !/^[1-9]\d{0,4}$/.test(weight))
    throw refuseField("weight", "Enter the weight in whole grams, for example 800.");
  const [, L, B, H] = /^(\d{1,3})x(\d{1,3})x(\d{1,3})$/i.exec(size ?? "") ?? [];
  if (size !== undefined && !(Number(L) > 0 && Number(B) > 0 && Number(H) > 0))
    throw refuseField("size", "Enter the box size in centimetres, for example 30x20x10.");
  return {
    weight: weight === undefined ? null : Number(weight),
    packed: size === undefined ? null : { L: Number(L), B: Number(B), H: Number(H) },
  };
}

async function createBookings(
  { db }: Context,
  chosen: readonly ParcelToPack[],
  usual: ReturnType<typeof readDefaults>,
): Promise<Booking[]> {
  const pieces = await findPieces(
    db,
    chosen.flatMap(({ lines }) => lines),
  );
  const missing = { weight: new Set<string>(), size: new Set<string>(), pin: new Set<string>() };
  const bookings = chosen.flatMap((parcel) => {
    const { order, lines } = parcel;
    const { weight, size, unweighed, unmeasured } = measureParcel(lines, pieces, usual);
    for (const { productId, title } of lines) {
      if (unweighed.includes(productId)) missing.weight.add(title);
      if (unmeasured.includes(productId)) missing.size.add(title);
    }
    if (!isPinCode(order.shippingAddress.zipCode)) missing.pin.add(order.orderId);
    return weight === null || size === null ? [] : [createBooking(parcel, { weight, size })];
  });
  const join = (names: ReadonlySet<string>) => [...names].join(", ");
  const fields = {
    ...(missing.weight.size > 0 && {
      weight: `Enter a weight in grams for the products that have none: ${join(missing.weight)}.`,
    }),
    ...(missing.size.size > 0 && {
      size: `Enter a box size for the products that have none: ${join(missing.size)}.`,
    }),
  };
  const errors = Object.values(fields);
  if (missing.pin.size > 0) errors.push(`Correct the addresses that have no PIN code: ${join(missing.pin)}.`);
  if (errors.length > 0) throw new UsageError(["The file cannot be made yet:", ...errors].join("\n"), fields);
  return bookings;
}

const createBooking = (
  { order, lines, worth }: ParcelToPack,
  measure: Pick<Booking, "weight" | "size">,
): Booking => ({
  orderId: order.orderId,
  placedAt: order.createdAt,
  contact: order.contact,
  shippingAddress: order.shippingAddress,
  content: lines.map(({ quantity, title }) => `${quantity} × ${title}`).join(", "),
  hsn: lines[0]?.hsn ?? "",
  ...measure,
  value: worth,
  toCollect: getSumToCollect(order),
});
