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

/** The texts on screen when a call was answered so. */
type Outcome = [sent: Sent, ...words: string[]];

export interface Played {
  /** The page that makes the call, and whose it is. */
  page: string | (() => string);
  as: "guest" | "customer";
  /** Acts of the visitor there; without it, opening the page is enough. */
  act?: () => Promise<void>;
  /**
   * The minimal response that §3 and §7 allow, and the page's text after it. Other calls are answered in the same way.
   */
  bare: Outcome;
  /** The same answer in its other forms. */
  forms?: Outcome[];
  failures: Outcome[];
  /** An answer with every field of §3: each in turn is null, left out, a number as text, or one of `others`. */
  full?: unknown;
  /** A text that the page shows for each entry of the list in `full`. */
  entry?: string;
  /** Fields by their path in `full`, `*` for every entry, with the other types that §3 gives them. */
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
