export type Answer = [status: number, body: unknown];

export const createList = (items: readonly unknown[]): Answer => [
  200,
  { entity: "collection", count: items.length, items },
];

export const createRefusal = (description: string, status = 400): Answer => [
  status,
  {
    error: {
      code: "BAD_REQUEST_ERROR",
      description,
      source: "business",
      step: "NA",
      reason: "NA",
      metadata: {},
    },
  },
];
