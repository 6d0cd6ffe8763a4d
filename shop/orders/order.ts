import { formatName, UNKNOWN_USER } from "#contract/person-name.ts";
import { UNAUTHORIZED } from "#contract/errors.ts";
import { toPrintable } from "#contract/text.ts";
import type { InferOutput } from "valibot";
import { orderFallbacks } from "./status.ts";
import type { orderItemSchema, trackingSchema, orderSchema } from "./response-schemas.ts";

export type AnsweredOrder = InferOutput<typeof orderSchema>;

/** An order as pages use it. The status is any text, because another backend may use other statuses (D101). */
export type Order = Omit<AnsweredOrder, "orderStatus" | "paymentStatus" | "cancellation"> & {
  orderStatus: string;
  paymentStatus: string;
  cancellation?: Cancellation | undefined;
};

export type Cancellation = Omit<NonNullable<AnsweredOrder["cancellation"]>, "status"> & { status: string };
export type OrderItem = InferOutput<typeof orderItemSchema>;
export type Tracking = InferOutput<typeof trackingSchema>;

/** Returns the title at the time of the order. It stays the same if the product is removed (D91). */
export const getItemTitle = ({ productId: { title } }: { productId: { title: string } }): string =>
  title || orderFallbacks.productName;

/** Returns the account's name, or the name that the buyer typed at the checkout if the account has no name. */
export const getCustomerName = ({ userId, contact }: Pick<Order, "userId" | "contact">): string =>
  formatName(userId) || formatName(contact.buyer ?? contact) || UNKNOWN_USER;

/** Returns the payment method in capital letters (§2.15). */
export const getPaymentMethod = ({ paymentMethod }: Pick<Order, "paymentMethod">): string =>
  toPrintable(paymentMethod ?? "").toUpperCase() || orderFallbacks.paymentMethod;

export const orderMessages = {
  unauthorized: UNAUTHORIZED,
  listFailed: "Failed to fetch orders.",
  detailsFailed: "Failed to fetch order details.",
  detailsMissing: "No order details found.",
  detailsLoading: "Loading order details...",
  listEmpty: "No orders found. Try adjusting filters or continue shopping.",
  itemsEmpty: "No products found in this order.",
} as const;
