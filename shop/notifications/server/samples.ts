import { TRACKING_PATH } from "#shop/orders/order-links.ts";
import { toRupees } from "#contract/money.ts";
import { findPlaceOfSupply } from "#shop/documents/place-of-supply.ts";
import { HOUR } from "#contract/time.ts";
import type { Product } from "#shop/catalogue/product.ts";
import { getPrice } from "#shop/catalogue/price.ts";
import type { Seller } from "#shop/seller/seller.ts";
import { getCancellationDeadline } from "#shop/orders/cancellation.ts";
import type { Order } from "#shop/orders/order.ts";
import type { ParcelStatus } from "#shop/orders/status.ts";
import type { ReturnStatus } from "#shop/orders/returned-pieces.ts";
import type { ChangedRules } from "#shop/policies/rules.ts";
import { TAX_RATES } from "#shop/pricing/tax-rates.ts";
import { calculateTotals, toResponseTotals } from "#shop/pricing/totals.ts";
import type { OrderMailInput } from "./mail.ts";

export interface SampleFacts {
  products: readonly Product[];
  seller: Seller | null;
  rules?: ChangedRules;
  deskUrl?: string | undefined;
  now: Date;
}

/** The differences between a sample and the usual sample order, which is paid and not shipped. */
type SampleChanges = Partial<Omit<OrderMailInput, "order">> & { order?: Partial<Order> };

export type Sample = (usual: OrderMailInput) => SampleChanges;

export const createSample = (sampleFacts: SampleFacts, sample?: Sample): OrderMailInput =>
  createSampleMailData(sampleFacts, sample?.(createSampleMailData(sampleFacts)));

export function createSampleMailData(
  { products, seller, rules, now }: SampleFacts,
  { order: changed, ...overrides }: SampleChanges = {},
): OrderMailInput {
  const placedAt = new Date(now.getTime() - 2 * HOUR);
  const lines = createLines(products);
  const rates = seller?.taxRates ?? TAX_RATES;
  const totals = calculateTotals(lines, rates);
  return {
    order: {
      ...SOMEBODY,
      _id: "00000000-0000-7000-8000-000000000000",
      orderId: "TRV-SAMPLE",
      createdAt: placedAt.toISOString(),
      paymentStatus: "Completed",
      paymentMethod: "card",
      orderStatus: "Processing",
      ...toResponseTotals(totals),
      taxRates: { cgst: rates.cgst, sgst: rates.sgst },
      items: [],
      invoiceNumber: "26-27/000000",
      cancellableUntil: getCancellationDeadline({ createdAt: placedAt, promised: rules }).toISOString(),
      serverTime: now.toISOString(),
      promised: rules,
      ...changed,
    },
    sold: { ...totals, cgstRate: rates.cgst, sgstRate: rates.sgst, refundAmount: null },
    place: findPlaceOfSupply(SOMEBODY.shippingAddress),
    lines,
    cancelledBecause: null,
    payUntil: new Date(now.getTime() + HOUR),
    deliveredAt: null,
    creditNote: null,
    refundPaise: 0,
    sentBack: [],
    paymentHref: null,
    trackingHref: fillSampleLink(TRACKING_PATH),
    seller,
    now,
    ...overrides,
  };
}

/** Returns a sample of a signed link. It opens nothing, because its signature is invalid. */
export const fillSampleLink = (path: string): string => `${path}#${"sample".padEnd(43, "-")}`;

export const sampleTracking: NonNullable<Order["tracking"]> = {
  courier: "Delhivery",
  number: "1234567890",
  link: "https://www.delhivery.com/track/package/1234567890",
};

export const createSamplePartCancelled: Sample = ({ lines, sold }) => ({
  lines: lines.map((line, at) => (at === 0 ? { ...line, cancelled: 1 } : line)),
  sold: { ...sold, refundAmount: lines[0]?.unitPrice ?? 0 },
});

export const listCancelledPieces = ({ lines, sold }: OrderMailInput) => ({
  pieces: lines.flatMap(({ productId, cancelled: quantity = 0 }) =>
    quantity > 0 ? [{ productId, quantity }] : [],
  ),
  amountPaise: sold.refundAmount ?? 0,
});

export function createSampleParcels(
  { lines, sold, now }: OrderMailInput,
  statuses: readonly [ParcelStatus, ParcelStatus],
): SampleChanges {
  const [first, second = first] = lines;
  const at = now.toISOString();
  const items = lines.map(({ productId, title, quantity, unitPrice }) => ({
    productId: { _id: productId, title, images: [] },
    quantity,
    price: toRupees(unitPrice),
  }));
  const parcels = [first, second].map((line, index) => {
    const status = statuses[index] ?? "Sent";
    return {
      position: index + 1,
      status,
      pieces: line ? [{ productId: line.productId, quantity: first === second ? 1 : line.quantity }] : [],
      ...(status === "Waiting"
        ? { replaces: true as const }
        : { tracking: { ...sampleTracking, number: `123456789${index}` }, dispatchedAt: at }),
      ...(status === "Lost" && { lostAt: at }),
      ...(status === "Delivered" && { deliveredAt: at }),
    };
  });
  return {
    order: { items, tracking: sampleTracking, parcels },
    ...(statuses.includes("Lost") && { sold: { ...sold, refundAmount: lines[0]?.unitPrice ?? 0 } }),
  };
}

export const createSampleCancellation = (now: Date): NonNullable<Order["cancellation"]> => ({
  status: "Pending",
  reasons: ["Accidental order"],
  comments: "I ordered the same bowl twice. Sorry for the trouble!",
  requestedAt: new Date(now.getTime() - HOUR).toISOString(),
});

export function createSampleReturn({ lines, now }: OrderMailInput, status: ReturnStatus): SampleChanges {
  const requestedAt = new Date(now.getTime() - HOUR).toISOString();
  return {
    order: {
      orderStatus: "Delivered",
      tracking: sampleTracking,
      deliveredAt: requestedAt,
      returnRequest: {
        status,
        reasons: ["Arrived damaged"],
        comments: "It has a crack on one side.",
        pieces: lines.slice(0, 1).map(({ productId }) => ({ productId, quantity: 1 })),
        requestedAt,
        changedAt: requestedAt,
        ...(status === "Accepted" && { payer: "shop" as const }),
        ...(status === "Refused" && { words: "The line that you see is the grain, not a crack." }),
      },
    },
  };
}

const SOMEBODY = {
  shippingAddress: {
    street: "14 Lake View Road",
    city: "Pune",
    state: "Maharashtra",
    zipCode: "411001",
    country: "India",
    phoneNumber: "9876543210",
  },
  userId: { _id: "", firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
  contact: { firstName: "Asha", lastName: "Patel", email: "asha@example.com" },
} satisfies Partial<Order>;

export const getSampleProduct = ({ products: [product] }: SampleFacts) =>
  product
    ? { productId: product._id, title: product.title }
    : { productId: "everyday-bowl", title: "Acacia Everyday Bowl" };

const createLines = (products: readonly Product[]): OrderMailInput["lines"] =>
  products.length === 0
    ? [
        {
          productId: "bowl",
          title: "Acacia Everyday Bowl",
          imageUrl: null,
          quantity: 2,
          unitPrice: 89_900,
          hsn: null,
        },
      ]
    : products.slice(0, 2).map((product, index) => ({
        productId: product._id,
        title: product.title,
        imageUrl: product.images[0]?.url ?? null,
        quantity: 2 - index,
        unitPrice: getPrice(product),
        hsn: null,
        gstRate: product.gstRate ?? null,
      }));

export const createSampleRefund = (
  { sold }: OrderMailInput,
  cancelledBecause: "shop" | "customer",
  order: Partial<Order> = {},
): SampleChanges => ({
  order: { orderStatus: "Cancelled", paymentStatus: "Refunding", ...order },
  sold: { ...sold, refundAmount: sold.payable },
  refundPaise: sold.payable,
  cancelledBecause,
});

export const sampleMessage = {
  id: "00000000-0000-7000-8000-000000000000",
  name: "Asha Patel",
  email: "asha@example.com",
  message: "Hello,\n\nis the large acacia board food-safe on both sides?\n\nThank you\nAsha",
};
