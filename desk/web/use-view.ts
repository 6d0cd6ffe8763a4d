import { keepPreviousData, QueryClient, useQuery } from "@tanstack/react-query";
import type { DescribedCommand, KnownValue, Task, View } from "../calls.ts";
import { DeskError, fetchCommands, fetchTasks, fetchValues, view } from "./desk-calls.ts";

/* What the desk knows of the shop: each is read by a command, kept, and read again when something has happened. */

export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 0, refetchOnWindowFocus: true } },
});

/** The data of a command that only reads, as `--json` prints it; kept up to date while it is on the screen. */
export function useView<Data>(command: View, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery<Data, DeskError>({
    queryKey: ["view", command],
    queryFn: ({ signal }) => view<Data>(command, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Every command that this desk may have done. */
export const useCommands = () =>
  useQuery<DescribedCommand[], DeskError>({ queryKey: ["commands"], queryFn: fetchCommands });

/** One of them by its name; undefined until they are there, and where the role may not have it done. */
export const useCommand = (noun: string, verb: string): DescribedCommand | undefined =>
  useCommands().data?.find((each) => each.noun === noun && each.verb === verb);

/** What the shop has of a kind that begins like this: for the field of an order, a product … */
export const useValues = (kind: string, begin: string) =>
  useQuery<KnownValue[], DeskError>({
    queryKey: ["values", kind, begin],
    queryFn: ({ signal }) => fetchValues(kind, begin, signal),
    placeholderData: keepPreviousData,
    enabled: KINDS_OF_SHOP.has(kind),
  });

const KINDS_OF_SHOP: ReadonlySet<string> = new Set([
  "order",
  "product",
  "category",
  "subcategory",
  "collection",
  "customer",
  "review",
  "testimonial",
  "message",
]);

export const useTasks = () => useQuery<Task[], DeskError>({ queryKey: ["tasks"], queryFn: fetchTasks });

/** Something was done, or has happened: what is shown may be old. */
export const refreshViews = (): void => void queries.invalidateQueries({ queryKey: ["view"] });

export const refreshTasks = (): void => void queries.invalidateQueries({ queryKey: ["tasks"] });

/** The shop is back, maybe as another version: it may have other commands. */
export const refreshCommands = (): void => void queries.invalidateQueries({ queryKey: ["commands"] });
