import { call } from "#client/api.ts";
import { ApiError } from "#contract/errors.ts";
import { readProduct } from "../endpoints.ts";
import type { Product } from "../product.ts";

/** Loads a product; null if the shop no longer has it. @throws ApiError, or Error if the response is not a product */
export async function loadProduct(id: string, signal?: AbortSignal): Promise<Product | null> {
  try {
    const product = await call(readProduct, { params: { id } }, signal);
    if (product) return product;
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return null;
    throw failure;
  }
  throw new Error("The shop's answer is not a product.");
}
