import { AHEAD_OF_UTC_MS } from "#contract/dates.ts";
import { type Paise, toRupees } from "#contract/money.ts";
import { formatName } from "#contract/person-name.ts";
import { toPrintable, wrapWords } from "#contract/text.ts";
import type { NamedSeller } from "#shop/seller/seller.ts";
import { getContactName, type Recipient } from "#shop/documents/recipient.ts";
import type { Size } from "#shop/catalogue/product.ts";
import { roundToRupees } from "./settle-order.ts";

export interface Booking extends Pick<Recipient, "contact" | "shippingAddress"> {
  orderId: string;
  placedAt: Date;
  content: string;
  hsn: string;
  weight: number;
  size: Size;
  /** The value declared to the courier: the price paid, with GST. */
  value: Paise;
  toCollect: Paise;
}

interface Sender {
  seller: NamedSeller | null;
  pickup: string;
}

interface BookingFormat {
  name: string;
  headings: readonly string[];
  fill(booking: Booking, sender: Sender, at: number): Readonly<Record<string, string>>;
}

const splitNames = (names: string): string[] => names.split("|");

/**
 * File formats for booking many parcels at once, with the couriers' column headings of 2026. Each parcel is declared as
 * one article that costs `value`.
 */
export const bookingFormats = {
  shiprocket: {
    name: "Shiprocket",
    headings: splitNames(
      "*Order Id|Order Date as dd-mm-yyyy hh:MM|*Channel|*Payment Method(COD/Prepaid)|" +
        "*Customer First Name|Customer Last Name|Email (Optional)|*Customer Mobile|" +
        "Customer Alternate Mobile|*Shipping Address Line 1|Shipping Address Line 2|" +
        "*Shipping Address Country|*Shipping Address State|*Shipping Address City|" +
        "*Shipping Address Postcode|Billing Address Line 1|Billing Address Line 2|Billing Address Country|" +
        "Billing Address State|Billing Address City|Billing Address Postcode|*Master SKU|*Product Name|" +
        "*Product Quantity|Tax %|*Selling Price(Per Unit Item, Inclusive of Tax)|Discount(Per Unit Item)|" +
        "Shipping Charges(Per Order)|COD Charges(Per Order)|Gift Wrap Charges(Per Order)|" +
        "Total Discount (Per Order)|*Partial COD (Yes/No)|Paid Amount (Rs.)|*Length (cm)|*Breadth (cm)|" +
        "*Height (cm)|*Weight Of Shipment(kg)|Send Notification(True/False)|Comment|HSN Code|Location Id|" +
        "Reseller Name|Company Name|latitude|longitude|Verified Order|Is documents|Order Type|Order tag|" +
        "Fulfillment Tat|Appointment Date|Order Channel|Po Expiry Date|Po Units",
    ),
    fill: (booking) => {
      const { contact, shippingAddress: to, size } = booking;
      return {
        "*Order Id": booking.orderId,
        "Order Date as dd-mm-yyyy hh:MM": formatMoment(booking.placedAt),
        "*Channel": "Custom",
        "*Payment Method(COD/Prepaid)": booking.toCollect > 0 ? "COD" : "Prepaid",
        "*Customer First Name": contact.firstName,
        "Customer Last Name": formatName({ ...contact, firstName: "" }),
        "Email (Optional)": contact.email,
        "*Customer Mobile": to.phoneNumber,
        "*Shipping Address Line 1": to.street,
        "*Shipping Address Country": to.country,
        "*Shipping Address State": to.state,
        "*Shipping Address City": to.city,
        "*Shipping Address Postcode": to.zipCode,
        "*Master SKU": booking.orderId,
        "*Product Name": booking.content,
        "*Product Quantity": "1",
        "*Selling Price(Per Unit Item, Inclusive of Tax)": formatRupeesPlain(booking.value),
        "*Partial COD (Yes/No)": "No",
        "*Length (cm)": String(size.L),
        "*Breadth (cm)": String(size.B),
        "*Height (cm)": String(size.H),
        "*Weight Of Shipment(kg)": formatKilograms(booking.weight),
        "HSN Code": booking.hsn,
      };
    },
  },
  delhivery: {
    name: "Delhivery",
    headings: splitNames(
      "*Sale Order Number|*Pickup Location Name|*Transport Mode|*Payment Mode|COD Amount|*Customer Name|" +
        "*Customer Phone|*Shipping Address Line1|Shipping Address Line2|*Shipping City|*Shipping State|" +
        "*Shipping Pincode|*Item Sku Code|*Item Sku Name|*Quantity Ordered|*Unit Item Price|Package Name|" +
        "Packaging Type|Length (cm)|Breadth (cm)|Height (cm)|Packaged Product Weight (gm)|" +
        "Product Weight (gm)|Fragile Shipment|Discount Type|Discount Value|Tax Class Code|Customer Email|" +
        "Billing Address same as Shipping Address|Billing Address Line1|Billing Address Line2|Billing City|" +
        "Billing State|Billing Pincode|e-Way Bill Number|Seller Name",
    ),
    fill: (booking, { seller, pickup }) => {
      const { contact, shippingAddress: to, size } = booking;
      return {
        "*Sale Order Number": booking.orderId,
        "*Pickup Location Name": pickup,
        "*Transport Mode": "Surface",
        "*Payment Mode": booking.toCollect > 0 ? "COD" : "Prepaid",
        "COD Amount": booking.toCollect > 0 ? formatRupeesPlain(booking.toCollect) : "",
        "*Customer Name": getContactName(contact),
        "*Customer Phone": to.phoneNumber,
        "*Shipping Address Line1": to.street,
        "*Shipping City": to.city,
        "*Shipping State": to.state,
        "*Shipping Pincode": to.zipCode,
        "*Item Sku Code": booking.orderId,
        "*Item Sku Name": booking.content,
        "*Quantity Ordered": "1",
        "*Unit Item Price": formatRupeesPlain(booking.value),
        "Length (cm)": String(size.L),
        "Breadth (cm)": String(size.B),
        "Height (cm)": String(size.H),
        "Packaged Product Weight (gm)": String(booking.weight),
        "Customer Email": contact.email,
        "Billing Address same as Shipping Address": "Yes",
        "Seller Name": seller?.tradeName ?? "",
      };
    },
  },
  "india-post": {
    name: "India Post",
    headings: splitNames(
      "SERIAL NUMBER|BARCODE NO|PHYSICAL WEIGHT|SHAPE OF ARTICLE|LENGTH |BREADTH/DIAMETER|HEIGHT|" +
        "PRIORITY FLAG|DELIVERY INSTRUCTION|INSTRUCTION RTS|SENDER NAME|SENDER COMPANY|SENDER ADD LINE 1|" +
        "SENDER ADD LINE 2|SENDER CITY|SENDER STATE|SENDER PINCODE|SENDER EMAILID|SENDER ALT CONTACT|" +
        "SENDER KYC|SENDER TAX REFERENCE|RECEIVER NAME|RECEIVER COMPANY|RECEIVER ADD LINE 1|" +
        "RECEIVER ADD LINE 2|RECEIVER CITY|RECEIVER STATE|RECEIVER PINCODE|RECEIVER EMAILID|" +
        "RECEIVER ALT CONTACT|RECEIVER KYC|RECEIVER TAX REFERENCE|ALT ADDRESS FLAG|PICKUP ADDRESS FLAG|" +
        "DROP OFF PINCODE|DROPOFF/PICKUP OFFICE ID|SENDER MOBILE NO|RECEIVER MOBILE NO|PREPAYMENT CODE|" +
        "VALUE OF PREPAYMENT|CODR/COD|VALUE FOR CODR/COD|INSURANCE TYPE|VALUE OF INSURANCE|ACK|" +
        "REGISTRATION|OTP BASED DELIVERY|BULK REFERENCE",
    ),
    fill: (booking, { seller }, at) => {
      const { shippingAddress: to, size } = booking;
      const [line1 = "", line2 = ""] = splitLine(to.street);
      const [from1 = "", from2 = ""] = splitLine(seller?.address?.street ?? "");
      return {
        "SERIAL NUMBER": String(at + 1),
        "PHYSICAL WEIGHT": String(Math.ceil(booking.weight)),
        "SHAPE OF ARTICLE": "NROL",
        "LENGTH ": String(Math.ceil(size.L)),
        "BREADTH/DIAMETER": String(Math.ceil(size.B)),
        HEIGHT: String(Math.ceil(size.H)),
        "PRIORITY FLAG": "FALSE",
        "DELIVERY INSTRUCTION": "ND",
        "INSTRUCTION RTS": "RTS",
        "SENDER NAME": seller?.tradeName ?? "",
        "SENDER ADD LINE 1": from1,
        "SENDER ADD LINE 2": from2,
        "SENDER CITY": seller?.address?.city ?? "",
        "SENDER STATE": seller?.address?.state ?? "",
        "SENDER PINCODE": seller?.address?.zipCode ?? "",
        "SENDER EMAILID": seller?.email ?? "",
        "RECEIVER NAME": getContactName(booking.contact).slice(0, POST_LINE),
        "RECEIVER ADD LINE 1": line1,
        "RECEIVER ADD LINE 2": line2,
        "RECEIVER CITY": to.city.slice(0, POST_PLACE),
        "RECEIVER STATE": to.state.slice(0, POST_PLACE),
        "RECEIVER PINCODE": to.zipCode,
        "RECEIVER EMAILID": booking.contact.email,
        "ALT ADDRESS FLAG": "FALSE",
        "PICKUP ADDRESS FLAG": "FALSE",
        "DROP OFF PINCODE": seller?.address?.zipCode ?? "",
        "SENDER MOBILE NO": toMobile(seller?.phone ?? ""),
        "RECEIVER MOBILE NO": to.phoneNumber,
        "CODR/COD": booking.toCollect > 0 ? "COD" : "",
        "VALUE FOR CODR/COD": booking.toCollect > 0 ? String(toRupees(roundToRupees(booking.toCollect))) : "",
        ACK: "FALSE",
        REGISTRATION: "FALSE",
        "OTP BASED DELIVERY": "FALSE",
        "BULK REFERENCE": booking.orderId,
      };
    },
  },
} satisfies Record<string, BookingFormat>;

export type BookingFormatName = keyof typeof bookingFormats;

export function buildBookingFile(
  format: BookingFormatName,
  bookings: readonly Booking[],
  sender: Sender,
): string[][] {
  const { headings, fill }: BookingFormat = bookingFormats[format];
  return [
    [...headings],
    ...bookings.map((booking, at) => {
      const cells = fill(booking, sender, at);
      return headings.map((heading) => toPrintable(cells[heading] ?? ""));
    }),
  ];
}

/** True if the street does not fit into the two lines of India Post. The other couriers have no limit. */
export const isTooLong = (format: BookingFormatName, { street }: Booking["shippingAddress"]): boolean =>
  format === "india-post" && splitLine(street).slice(0, 2).join(" ") !== street.split(/\s+/).join(" ");

export const POST_LINE = 50;
const POST_PLACE = 30;

const splitLine = (text: string): string[] =>
  wrapWords(text, (line) => line.length <= POST_LINE).map((line) => line.slice(0, POST_LINE));

const toMobile = (phone: string): string => phone.replaceAll(/\D/g, "").slice(-10);

const formatRupeesPlain = (amount: Paise): string => toRupees(amount).toFixed(2);

const formatKilograms = (grams: number): string => (grams / 1000).toFixed(2).replace(/\.?0+$/, "");

function formatMoment(date: Date): string {
  const wallClock = new Date(date.getTime() + AHEAD_OF_UTC_MS).toISOString();
  const [year, month, day] = wallClock.slice(0, 10).split("-");
  return `${day}-${month}-${year} ${wallClock.slice(11, 16)}`;
}
