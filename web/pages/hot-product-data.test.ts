import { expect, test, vi } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { toResult } from "#contract/endpoint-call.ts";
import { readHotProduct } from "#shop/catalogue/endpoints.ts";
import { loader } from "./hot-product-data.ts";

const goTo = async (path: string, answer: () => unknown) => {
  const args = { url: new URL(path, "https://taruva.example"), call: vi.fn(async () => answer()) };
  return loader({ ...args, params: {}, signal: new AbortController().signal } as never);
};
const createFailure = (status: number) => () => {
  throw new ApiError(status, {});
};

test("a Hot Products URL opens its product, or the listing of its product type if the backend names no product (§2.1, D26, D101)", async () => {
  const answered = (body: unknown) => () => toResult(readHotProduct, body);
  expect(await goTo("/product-1", answered({ productId: "roz", subcategory: "Bowl" }))).toEqual({
    to: "/product-info/roz",
  });
  expect(await goTo("/product-3", answered({ productId: null, subcategory: "Bowl" }))).toEqual({
    to: "/products?subcategory=Bowl",
  });
  for (const answer of [createFailure(404), createFailure(500), answered(null), answered({}), answered("no")])
    expect(await goTo("/product-5", answer)).toEqual({ to: "/products?subcategory=Chopping%20Board" });
});
