import { defineEndpoint, withContract } from "#contract/endpoint.ts";
import { isObject, readFields } from "#contract/read.ts";
import type * as contracts from "./contracts.ts";
import { readIds } from "./wishlist.ts";

const parseSaved = (body: unknown): { productIds: string[] } | undefined =>
  isObject(body) && Array.isArray(readFields(body)["productIds"])
    ? { productIds: readIds(readFields(body)["productIds"]) }
    : undefined;

export const readSaved = defineEndpoint(withContract<typeof contracts.readSaved>, {
  method: "GET",
  path: "/api/wishlist",
  policy: "customer",
  read: parseSaved,
});

export const saveProducts = defineEndpoint(withContract<typeof contracts.saveProducts>, {
  method: "POST",
  path: "/api/wishlist/add",
  policy: "customer",
  read: parseSaved,
});

export const removeSaved = defineEndpoint(withContract<typeof contracts.removeSaved>, {
  method: "DELETE",
  path: "/api/wishlist/remove",
  policy: "customer",
  read: parseSaved,
});
