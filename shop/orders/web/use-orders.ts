import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#client/api.ts";
import { ApiError } from "#contract/errors.ts";
import { useLive } from "#client/live.ts";
import { ORDER_UPDATED } from "../order-updated.ts";
import { listOrdersOfUser, showOrder } from "../endpoints.ts";
import type { Order } from "../order.ts";

const ALL_ORDERS = ["orders"] as const;
const HISTORIES = [...ALL_ORDERS, "of"] as const;

export function useOrders(userId: string) {
  useRefetchOnChange();
  return useQuery({
    queryKey: [...HISTORIES, userId],
    queryFn: async ({ signal }) => {
      const query = { timestamp: String(Date.now()) };
      return (await call(listOrdersOfUser, { params: { userId }, query }, signal)).orders;
    },
  });
}

export function useOrder(orderId: string) {
  useRefetchOnChange();
  return useQuery({
    queryKey: getOrderKey(orderId),
    queryFn: async ({ signal }) => {
      try {
        return (await call(showOrder, { params: { orderId } }, signal)).order;
      } catch (cause) {
        // Unlike an error, null is cached, so the next request for this order does not show the loading state again.
        if (cause instanceof ApiError && cause.status === 404) return null;
        throw cause;
      }
    },
  });
}

export function useRefetchOrders(): () => void {
  const client = useQueryClient();
  // A load in progress may return the state before the change, so cancel it.
  return () =>
    void client
      .cancelQueries({ queryKey: ALL_ORDERS })
      .then(() => client.invalidateQueries({ queryKey: ALL_ORDERS }));
}

/** Returns a function that caches an order from a response, and reloads the customer's list of orders. */
export function useSetOrder(orderId: string): (order: Order) => void {
  const client = useQueryClient();
  return (order) => {
    void client.cancelQueries({ queryKey: ALL_ORDERS }).then(() => {
      client.setQueryData(getOrderKey(orderId), order);
      return client.invalidateQueries({ queryKey: HISTORIES });
    });
  };
}

const getOrderKey = (orderId: string) => [...ALL_ORDERS, "one", orderId];

function useRefetchOnChange(): void {
  const refetch = useRefetchOrders();
  useLive(ORDER_UPDATED, refetch);
}
