import type { Sent } from "./backend.tsx";

/** The calls of the specification (§7), as it writes them. */
export const documented = [
  "POST /api/auth/register",
  "POST /api/auth/login",
  "POST /api/auth/google",
  "POST /api/auth/verify-email",
  "POST /api/auth/reset-password",
  "POST /api/auth/refresh-token",
  "POST /api/auth/refresh",
  "POST /api/users/refresh-token",
  "GET /api/cart?userId={id}",
  "POST /api/cart/add",
  "PATCH /api/cart/update",
  "DELETE /api/cart/remove",
  "DELETE /api/cart/clear",
  "GET /api/categories",
  "GET /api/special-offer",
  "GET /api/products/list/",
  "GET /api/products/list/{id}",
  "GET /api/products/listByCategory",
  "GET /api/testimonials",
  "POST /api/testimonials",
  "POST /api/contact",
  "POST /api/orders",
  "GET /api/orders/user/{userId}",
  "GET /api/orders/{orderId}",
  "PUT /api/orders/{orderId}/cancel",
  "GET /addresses/{userId}",
  "POST /addresses/{userId}",
  "PUT /addresses/{userId}/{addressId}",
  "DELETE /addresses/{userId}/{addressId}",
  "PATCH /addresses/{userId}/{addressId}/default",
] as const;

export type DocumentedCall = (typeof documented)[number];

/** A response, and the texts on the screen after it. */
type Outcome = [sent: Sent, ...words: string[]];

export interface Played {
  /** The path of the page that makes the call. */
  page: string | (() => string);
  as: "guest" | "customer";
  /** The visitor's actions on the page. Without them, opening the page makes the call. */
  act?: () => Promise<void>;
  /**
   * The minimal response that §3 and §7 allow, and the text of the page after it. Other calls also get their minimal
   * response.
   */
  bare: Outcome;
  /** The same response in other forms. */
  forms?: Outcome[];
  failures: Outcome[];
  /**
   * A response with every field of §3. Each field in turn is null, omitted, a number sent as text, or one of `others`.
   */
  full?: unknown;
  /** A text that the page shows for each entry of the list in `full`. */
  entry?: string;
  /** Other types that §3 allows for a field, by its path in `full`, with `*` for every entry. */
  others?: Record<string, unknown[]>;
  /** The responses of other calls before and after this call has succeeded. */
  before?: Partial<Record<DocumentedCall, Sent>>;
  after?: Partial<Record<DocumentedCall, Sent>>;
}

export type PlayedCalls = Partial<Record<DocumentedCall, Played | NotPlayed>>;

/** The reason why the browser never makes a call. */
export interface NotPlayed {
  unused: string;
}

export const answerRefused = (status: number, message: string, under = "message"): Sent => ({
  status,
  body: { [under]: message },
});

export const answerSilent = (status: number): Sent => ({ status });

export const answerPage = (status = 200): Sent => ({ status, body: "<p>Back soon</p>" });
