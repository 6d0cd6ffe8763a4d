import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#client/api.ts";
import { listAddressBook } from "../endpoints.ts";

export const useAddresses = (userId: string) => useQuery(createAddressesQuery(userId));

export const createAddressesQuery = (userId: string) =>
  queryOptions({
    queryKey: ["addresses", userId],
    queryFn: ({ signal }) => call(listAddressBook, { params: { userId } }, signal),
  });
