import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#client/api.ts";
import { listAddressBook } from "../endpoints.ts";

/** The customer's saved addresses. */
export const useAddresses = (userId: string) => useQuery(addressesOf(userId));

export const addressesOf = (userId: string) =>
  queryOptions({
    queryKey: ["addresses", userId],
    queryFn: ({ signal }) => call(listAddressBook, { params: { userId } }, signal),
  });
