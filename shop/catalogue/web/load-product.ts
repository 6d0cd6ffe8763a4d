import { call } from "#client/api.ts";
import { ApiError } from "#contract/errors.ts";
import { readProduct } from "../endpoints.ts";
import type { Product } from "../product.ts";

/**
 * Loads a product. Undefined if the shop no longer has it, null if the response is not a valid product. Other
 * backends return null for a product that was deleted (D101). @throws ApiError
 */
export async function loadProduct(id: string, signal?: AbortSignal): Promise<Product | null | undefined> {
  try {
    return await call(readProduct, { params: { id } }, signal);
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return undefined;
    throw failure;
  }
}
