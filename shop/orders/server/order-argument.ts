/** The argument of commands about one order. */
export const orderId = { name: "orderId", summary: "the order, e.g. TRV-7K3M9Q" } as const;
