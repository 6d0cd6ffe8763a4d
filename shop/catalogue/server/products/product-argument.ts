export const productArgument = { name: "id", summary: "the product, as in its address" } as const;

export const describeMissingProduct = (productId: string): string =>
  `There is no product "${productId}". See: products list`;
