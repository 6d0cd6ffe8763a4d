import { readLookalikes } from "#contract/order-number.ts";
import type { Order } from "./order.ts";
import { type OrderStatus, orderStatuses, toShownStatus } from "./status.ts";

type OrderListItem = Pick<Order, "orderId" | "createdAt" | "totalAmount" | "orderStatus"> & {
  items: readonly { productId: { title: string } }[];
};

/** The numbers of orders per page that the customer can choose. Null shows all orders (§2.14). */
export const orderPageSizes = [20, 50, 100, null] as const;
type OrderPageSize = (typeof orderPageSizes)[number];
const DEFAULT_ORDER_PAGE_SIZE: OrderPageSize = 20;

export const orderSorts = {
  "date-descending": "Newest first",
  "date-ascending": "Oldest first",
  "amount-descending": "Amount: high to low",
  "amount-ascending": "Amount: low to high",
} as const;
export type OrderSort = keyof typeof orderSorts;
const DEFAULT_ORDER_SORT: OrderSort = "date-descending";

export interface OrderView {
  search: string;
  status: OrderStatus | null;
  sort: OrderSort;
  size: OrderPageSize;
  page: number;
}

/** Reads the view from the URL, so that Back and reload keep it. Invalid values become the defaults. */
export function readOrderView(query: string): OrderView {
  const params = new URLSearchParams(query);
  const [sort, size, page] = ["sort", "size", "page"].map((name) => params.get(name) ?? "");
  return {
    search: params.get("search") ?? "",
    status: orderStatuses.find((option) => option === params.get("status")) ?? null,
    sort: sorts.find((option) => option === sort) ?? DEFAULT_ORDER_SORT,
    size:
      size === ALL
        ? null
        : (orderPageSizes.find((option) => String(option) === size) ?? DEFAULT_ORDER_PAGE_SIZE),
    page: /^[1-9]\d{0,4}$/.test(page ?? "") ? Number(page) : 1,
  };
}

/** Returns the URL query with its `?`; empty if all values are the defaults. */
export function buildOrderViewQuery({ search, status, sort, size, page }: OrderView): string {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (status) query.set("status", status);
  if (sort !== DEFAULT_ORDER_SORT) query.set("sort", sort);
  if (size !== DEFAULT_ORDER_PAGE_SIZE) query.set("size", size === null ? ALL : String(size));
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `?${query.toString()}` : "";
}

const ALL = "All";
const sorts = Object.keys(orderSorts) as OrderSort[];

/** Filters and sorts the orders (§2.14), without dividing them into pages. */
export const listShownOrders = <O extends OrderListItem>(
  orders: readonly O[],
  { search, status, sort }: Pick<OrderView, "search" | "status" | "sort">,
): O[] =>
  orders
    .filter(
      (order) => (status === null || toShownStatus(order.orderStatus) === status) && isFound(order, search),
    )
    .toSorted((first, other) => {
      const difference = sort.startsWith("date")
        ? getPlacedTime(first) - getPlacedTime(other)
        : first.totalAmount - other.totalAmount;
      return sort.endsWith("ascending") ? difference : -difference;
    });

function isFound(order: OrderListItem, search: string): boolean {
  const searchText = search.trim().toLowerCase();
  return (
    foldOrderNumber(order.orderId).includes(foldOrderNumber(search)) ||
    order.items.some(({ productId }) => productId.title.toLowerCase().includes(searchText))
  );
}

/** Ignores spaces, hyphens, a `#` and letters that look like digits, because customers type what they read. */
const foldOrderNumber = (text: string): string => readLookalikes(text.replaceAll(/[\s#-]/g, ""));

const getPlacedTime = ({ createdAt }: OrderListItem): number => Date.parse(createdAt) || 0;
