import { getOrder } from "#shop/orders/server/index.ts";
import { getSumToCollect } from "#shop/orders/status.ts";
import { describeDispatchRefusal } from "#shop/orders/order-transitions.ts";
import { formatName } from "#contract/person-name.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { formatCount, joinTexts } from "#contract/text.ts";
import { defineCommand, CommandRefused, refuseField, UsageError } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { printCsv } from "#platform/operator/export-csv.ts";
import { isPinCode } from "#shop/addresses/pin-codes.ts";
import { findSamples } from "#shop/seller/seller.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { bookingList } from "../command-results.ts";
import { ENTER_SIZE, ENTER_WEIGHT, parseBox, parseWeight } from "../usual-parcel.ts";
import {
  type Booking,
  type BookingFormatName,
  bookingFormats,
  buildBookingFile,
  isTooLong,
  POST_LINE,
} from "./booking-files.ts";
import { listParcelsToPack, type ParcelToPack } from "./parcels-to-pack.ts";
import { findPieces, formatSize, formatWeight, measureParcel } from "./parcel-weight.ts";

export const addressesCommand = defineCommand({
  ...bookingList,
  summary: "Makes a file for your courier's website: one upload books all parcels that are ready to pack.",
  reads: true,
  args: [],
  options: {
    for: {
      summary: "the courier or service for which the file is made",
      choices: Object.keys(bookingFormats),
    },
    order: { summary: "only these orders, e.g. TRV-7K3M9Q TRV-VF2A5D", kind: "order", many: true },
    pickup: { summary: "the name of the pickup location at the courier; if empty, the shop's name" },
    weight: { summary: "the weight in grams of pieces whose product has no weight" },
    size: { summary: "the box size in cm of pieces whose product has no packed size, e.g. 30 x 20 x 10" },
    csv: { summary: "print the CSV file to upload at the courier's website", flag: true },
  },
  examples: [
    "orders addresses --for delhivery --pickup Workshop --csv > parcels.csv",
    'orders addresses --for india-post --weight 800 --size "30 x 20 x 10" --csv > parcels.csv',
  ],
  run: async (context, { options }) => {
    const parcels = await measureParcels(
      context,
      await findChosen(context, options["order"]),
      readDefaults(options),
    );
    const seller = findSeller(context);
    if (options["csv"]) {
      if (options["for"] === undefined) throw refuseField("for", "Choose the courier or service.");
      const sender = { seller, pickup: options["pickup"]?.trim() || (seller?.tradeName ?? "") };
      const format = options["for"] as BookingFormatName;
      return printCsv(buildBookingFile(format, createBookings(parcels, format), sender));
    }
    const senderWarning = describeSender(seller);
    return {
      ...(parcels.length > 0 && {
        title: `${formatCount(parcels.length, "parcel")} to book`,
        columns: ["Order", "To", "PIN", "Weight", "Size", "Value", "Collect", "Missing"],
        rows: parcels.map(({ order, worth, weight, size, missing }) => [
          order.orderId,
          `${formatName(order.contact)}, ${order.shippingAddress.city}`,
          order.shippingAddress.zipCode,
          weight === null ? "" : formatWeight(weight),
          size === null ? "" : formatSize(size),
          formatRupeesGrouped(worth),
          getSumToCollect(order) > 0 ? formatRupeesGrouped(getSumToCollect(order)) : "",
          describeMissing(missing),
        ]),
      }),
      message: joinTexts(
        "\n",
        parcels.length === 0
          ? "There are no parcels to book."
          : "Make the CSV file of this list and upload it at the courier's website.",
        senderWarning,
      ),
      data: {
        parcels: parcels.map(({ order, lines, weight, size, missing }) => ({
          orderId: order.orderId,
          name: formatName(order.contact),
          city: order.shippingAddress.city,
          content: describeContent(lines),
          weight: weight === null ? null : formatWeight(weight),
          size: size === null ? null : formatSize(size),
          toCollect: getSumToCollect(order),
          missing,
        })),
        senderWarning,
      },
    };
  },
});

/** Couriers print the sender's name and address on the label, and bring parcels back to this address. */
function describeSender(seller: ReturnType<typeof findSeller>): string | null {
  const isEntered =
    seller?.address && findSamples([seller.tradeName, seller.address, seller.phone]).length === 0;
  return isEntered
    ? null
    : "Your address is missing or still a sample. The courier returns parcels to this address, so enter your own as the seller before you book.";
}

async function findChosen({ db }: Context, orderList: string | undefined): Promise<ParcelToPack[]> {
  const parcelsToPack = await listParcelsToPack(db);
  if (orderList === undefined) return parcelsToPack;
  const chosen = new Set<string>();
  for (const value of orderList.split("\n")) {
    const order = await getOrder(db, value);
    if (!parcelsToPack.some((parcel) => parcel.order.id === order.id))
      throw new CommandRefused(
        describeDispatchRefusal(order) ?? `${order.orderId} has no pieces left to send.`,
      );
    chosen.add(order.id);
  }
  // An order that was entered twice is booked once.
  return parcelsToPack.filter(({ order }) => chosen.has(order.id));
}

/** Parses the weight and size for products without their own. @throws UsageError */
function readDefaults({ weight, size }: Readonly<Record<string, string | undefined>>) {
  const usual = { weight: parseWeight(weight ?? ""), packed: parseBox(size ?? "") };
  if (weight !== undefined && usual.weight === null) throw refuseField("weight", ENTER_WEIGHT);
  if (size !== undefined && usual.packed === null) throw refuseField("size", ENTER_SIZE);
  return usual;
}

async function measureParcels(
  { db }: Context,
  chosen: readonly ParcelToPack[],
  usual: ReturnType<typeof readDefaults>,
) {
  const pieces = await findPieces(
    db,
    chosen.flatMap(({ lines }) => lines),
  );
  return chosen.map((parcel) => {
    const { order, lines } = parcel;
    const { weight, size, unweighed, unmeasured } = measureParcel(lines, pieces, usual);
    const listProducts = (ids: readonly string[]) =>
      lines
        .filter(({ productId }) => ids.includes(productId))
        .map(({ productId, title }) => ({ productId, title }));
    const missing = {
      weight: listProducts(unweighed),
      size: listProducts(unmeasured),
      pin: !isPinCode(order.shippingAddress.zipCode),
    };
    return { ...parcel, weight, size, missing };
  });
}

type MeasuredParcel = Awaited<ReturnType<typeof measureParcels>>[number];

const joinTitles = (products: MeasuredParcel["missing"]["weight"]): string =>
  [...new Set(products.map(({ title }) => title))].join(", ");

const describeMissing = ({ weight, size, pin }: MeasuredParcel["missing"]): string =>
  joinTexts(
    ", ",
    weight.length > 0 && `weight of ${joinTitles(weight)}`,
    size.length > 0 && `box size of ${joinTitles(size)}`,
    pin && "PIN code",
  );

/** @throws UsageError that names everything that is missing in the parcels, or too long for the courier */
function createBookings(parcels: readonly MeasuredParcel[], format: BookingFormatName): Booking[] {
  const weight = joinTitles(parcels.flatMap(({ missing }) => missing.weight));
  const size = joinTitles(parcels.flatMap(({ missing }) => missing.size));
  const pins = parcels.flatMap(({ missing, order }) => (missing.pin ? order.orderId : [])).join(", ");
  const long = parcels.map(({ order }) => order).filter((order) => isTooLong(format, order.shippingAddress));
  const fields = {
    ...(weight && { weight: `Enter a weight in grams for the products that have none: ${weight}.` }),
    ...(size && { size: `Enter a box size for the products that have none: ${size}.` }),
  };
  if (weight || size || pins || long.length > 0)
    throw new UsageError(
      joinTexts(
        "\n",
        "The file cannot be made yet:",
        pins && `Correct the addresses that have no PIN code: ${pins}.`,
        long.length > 0 &&
          `The street is too long for this file: ${long.map(({ orderId }) => orderId).join(", ")}. Shorten it to two lines of ${POST_LINE} letters, or leave out the order and book it at the courier's website.`,
      ),
      fields,
    );
  return parcels.flatMap(({ order, lines, worth, weight, size }) =>
    weight === null || size === null
      ? []
      : {
          orderId: order.orderId,
          placedAt: order.createdAt,
          contact: order.contact,
          shippingAddress: order.shippingAddress,
          content: describeContent(lines),
          hsn: lines[0]?.hsn ?? "",
          weight,
          size,
          value: worth,
          toCollect: getSumToCollect(order),
        },
  );
}

const describeContent = (lines: ParcelToPack["lines"]): string =>
  lines.map(({ quantity, title }) => `${quantity} × ${title}`).join(", ");
