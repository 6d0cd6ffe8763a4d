import type { BackendResponse } from "./backend.tsx";

/** The calls of §7, written as in the specification. */
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

type Outcome = [sent: BackendResponse, ...words: string[]];

export interface PlayedCall {
  page: string | (() => string);
  as: "guest" | "customer";
  /** Acts as the visitor to cause the call. By default, opening the page causes it. */
  act?: () => Promise<void>;
  /** The smallest response that §3 and §7 allow, and the texts that the page then shows. */
  bare: Outcome;
  /** Other allowed shapes of the same response. The page must accept each of them. */
  forms?: Outcome[];
  failures: Outcome[];
  /** A response with every field of §3. The test changes one field at a time: see `listVariants`. */
  full?: unknown;
  /** A text that the page shows once for each entry of the list in `full`. */
  entry?: string;
  /** Values of other types that §3 allows, by the field's path in `full`. `*` stands for every index of a list. */
  others?: Record<string, unknown[]>;
  /** The responses of other calls: `before` until this call has succeeded, `after` from then on. */
  before?: Partial<Record<DocumentedCall, BackendResponse>>;
  after?: Partial<Record<DocumentedCall, BackendResponse>>;
}

export type CallPlans = Partial<Record<DocumentedCall, PlayedCall | UnusedCall>>;

/** A call that the browser never makes, and the reason. */
export interface UnusedCall {
  unused: string;
}

export const answerRefused = (status: number, message: string, under = "message"): BackendResponse => ({
  status,
  body: { [under]: message },
});

export const answerSilent = (status: number): BackendResponse => ({ status });

export const htmlPage: BackendResponse = { status: 200, body: "<p>Back soon</p>" };
