import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, isUnanswered } from "#contract/errors.ts";
import { call } from "#client/api.ts";
import { announce } from "#ui/announcer.ts";
import { type AddressInput, addressMessages, withDefault } from "../address.ts";
import {
  addToAddressBook,
  listAddressBook,
  removeAddress,
  setDefaultAddress,
  updateAddress,
} from "../endpoints.ts";
import { type Address, nameAddress } from "../saved-address.ts";
import { createAddressesQuery, useAddresses } from "./use-addresses.ts";

export function useAddressBook(userId: string) {
  const client = useQueryClient();
  const { queryKey } = createAddressesQuery(userId);
  const book = useAddresses(userId);
  const { run, ...state } = useOneTask((cause, isDone) => wasDone(cause, isDone));

  const show = (addresses: Address[]) => void client.setQueryData(queryKey, addresses);
  const fetchAgain = () => client.invalidateQueries({ queryKey });
  const getAddresses = () => client.getQueryData<Address[]>(queryKey) ?? [];
  const wasDone = async (cause: unknown, isDone: IsDone): Promise<boolean> => {
    if (!mayBeDone(cause)) return false;
    const addresses = await call(listAddressBook, { params: { userId } }).catch(() => null);
    if (addresses) show(addresses);
    return addresses !== null && isDone(addresses);
  };

  return {
    addresses: book.data,
    loading: book.isPending,
    loadFailed: book.isError,
    loadAgain: book.refetch,
    ...state,
    add: (body: AddressInput) => {
      const previous = getAddresses();
      return run(
        "save",
        addressMessages.saveFailed,
        async () => {
          await call(addToAddressBook, { params: { userId }, body });
          // The address book in this response must be ignored (§7, D107), so load it again.
          await fetchAgain();
        },
        (addresses) =>
          addresses.some(
            (address) => previous.every(({ _id }) => _id !== address._id) && hasInput(address, body),
          ),
      );
    },
    change: (addressId: string, body: AddressInput) =>
      run(
        "save",
        addressMessages.updateFailed,
        async () => {
          const { addresses } = await call(updateAddress, { params: { userId, addressId }, body });
          await (addresses ? show(addresses) : fetchAgain());
        },
        (addresses) => addresses.some((address) => address._id === addressId && hasInput(address, body)),
      ),
    remove: (addressId: string) =>
      run(
        `remove:${addressId}`,
        addressMessages.removeFailed,
        async () => {
          const removed = getAddresses().find(({ _id }) => _id === addressId);
          await call(removeAddress, { params: { userId, addressId } });
          announce("Address", addressMessages.removed(removed ? nameAddress(removed) : ""));
          show(getAddresses().filter(({ _id }) => _id !== addressId));
          // Another address may now be the default.
          await fetchAgain();
        },
        (addresses) => addresses.every(({ _id }) => _id !== addressId),
      ),
    makeDefault: (addressId: string) =>
      run(
        `default:${addressId}`,
        addressMessages.setDefaultFailed,
        async () => {
          const { addresses } = await call(setDefaultAddress, { params: { userId, addressId } });
          show(addresses ?? withDefault(getAddresses(), addressId));
        },
        (addresses) => addresses.some(({ _id, isDefault }) => _id === addressId && isDefault),
      ),
  };
}

export type AddressBook = ReturnType<typeof useAddressBook>;

type IsDone = (addresses: Address[]) => boolean;

/**
 * True if the shop may have made the change, or if another tab may have removed the address (D102). False for 500, with
 * which the shop itself says that the change failed.
 */
const mayBeDone = (cause: unknown): boolean =>
  cause instanceof ApiError && cause.status !== 500 && (isUnanswered(cause) || cause.status === 404);

/** Ignores an `isDefault` that is false, because the first address becomes the default even then. */
const hasInput = (address: Address, { isDefault, ...input }: AddressInput): boolean =>
  (!isDefault || address.isDefault) &&
  Object.entries(input).every(([name, value]) => (address[name as keyof Address] ?? "") === (value ?? ""));

function useOneTask(wasDone: (cause: unknown, isDone: IsDone) => Promise<boolean>) {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  /** Returns true if the task is done, even if its response is lost. Throws if the shop reports errors at fields. */
  const run = async (
    name: string,
    message: string,
    task: () => Promise<void>,
    isDone: IsDone,
  ): Promise<boolean> => {
    setBusy(name);
    setProblem(null);
    try {
      await task();
      return true;
    } catch (cause) {
      if (await wasDone(cause, isDone)) return true;
      setProblem(cause instanceof ApiError && cause.code === "book_full" ? cause.message : message);
      if (cause instanceof ApiError && cause.fields.length > 0) throw cause;
      return false;
    } finally {
      setBusy(null);
    }
  };

  return {
    run,
    /** The name of the running change: `save`, `remove:<id>` or `default:<id>`; null if no change is running. */
    busy,
    problem,
    forgetProblem: () => setProblem(null),
  };
}
