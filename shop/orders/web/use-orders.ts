import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#client/api.ts";
import { ApiError } from "#contract/errors.ts";
import { useLive } from "#client/live.ts";
import { ORDER_UPDATED } from "../order-updated.ts";
import { listOrdersOfUser, showOrder } from "../endpoints.ts";
import type { Order } from "../order.ts";

const ALL_ORDERS = ["orders"] as const;
const HISTORIES = [...ALL_ORDERS, "of"] as const;

/** Returns the customer's orders, loaded again when the shop reports a change (§2.14). */
export function useOrders(accountId: string) {
  useRefetchOnChange();
  return useQuery(createOrdersQuery(accountId));
}

/** Returns one order in full, null if there is none; loaded again after each change. */
export function useOrder(orderId: string) {
  useRefetchOnChange();
  return useQuery({
    queryKey: getOrderKey(orderId),
    queryFn: async ({ signal }) => {
      try {
        return (await call(showOrder, { params: { orderId } }, signal)).order;
      } catch (cause) {
        // An empty result is stored, and stays while it is loaded again.
        if (cause instanceof ApiError && cause.status === 404) return null;
        throw cause;
      }
    },
  });
}

/** Reloads the displayed orders after a change by this page. */
export function useRefetchOrders(): () => void {
  const client = useQueryClient();
  // Cancels a first load in progress, which may contain the state before the change.
  return () =>
    void client
      .cancelQueries({ queryKey: ALL_ORDERS })
      .then(() => client.invalidateQueries({ queryKey: ALL_ORDERS }));
}

/** Shows the order from the response and reloads the history. */
export function useTakeOrder(orderId: string): (order: Order) => void {
  const client = useQueryClient();
  return (order) => {
    void client.cancelQueries({ queryKey: ALL_ORDERS }).then(() => {
      client.setQueryData(getOrderKey(orderId), order);
      return client.invalidateQueries({ queryKey: HISTORIES });
    });
  };
}

const getOrderKey = (orderId: string) => [...ALL_ORDERS, "one", orderId];

const createOrdersQuery = (userId: string) =>
  queryOptions({
    queryKey: [...HISTORIES, userId],
    queryFn: async ({ signal }) => {
      const query = { timestamp: String(Date.now()) };
      return (await call(listOrdersOfUser, { params: { userId }, query }, signal)).orders;
    },
  });

function useRefetchOnChange(): void {
  const refetch = useRefetchOrders();
  useLive(ORDER_UPDATED, refetch);
}
