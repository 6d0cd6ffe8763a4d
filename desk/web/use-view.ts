import { keepPreviousData, type Query, QueryClient, useQuery } from "@tanstack/react-query";
import type * as v from "valibot";
import type { CommandData } from "#contract/command-data.ts";
import { SECOND } from "#contract/time.ts";
import type { DescribedCommand, SuggestedValue, Task, View } from "../calls.ts";
import { DeskError, fetchCommands, fetchTasks, fetchValues, LONG_LOOK_MS, view } from "./desk-calls.ts";

/* Caches the results of read-only commands, and loads them again after events. */

/** Time in ms after which a failed refresh is repeated. */
const REFRESH_AGAIN_MS = 5 * SECOND;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 0,
      refetchOnWindowFocus: true,
      // Repeats a failed refresh, because otherwise the old data would stay until the next event.
      refetchInterval: ({ state }) => state.data !== undefined && state.error !== null && REFRESH_AGAIN_MS,
    },
  },
});

/**
 * The events after which a view is loaded again: all events of the shop ("news"), only changes at this desk
 * ("changes"), or none ("asked").
 */
type ReloadTrigger = "news" | "changes" | "asked";

interface ViewOptions {
  enabled?: boolean;
  readAfter?: ReloadTrigger;
  /** Loads the data again at this interval too, for changes that have no event. */
  reloadEveryMs?: number;
}

/**
 * Returns the data of a read-only command, as `--json` prints it. While the data is displayed, it is loaded again after
 * events.
 */
export function useView<Schema extends v.GenericSchema>(
  { noun, verb, args, options }: CommandData<Schema> & Pick<View, "args" | "options">,
  { enabled = true, readAfter = "news", reloadEveryMs }: ViewOptions = {},
) {
  const command: View = { noun, verb, args, options };
  return useQuery<v.InferOutput<Schema>, DeskError>({
    queryKey: [readAfter, command],
    queryFn: ({ signal }) =>
      view(command, { signal, beginsWithinMs: readAfter === "asked" ? LONG_LOOK_MS : undefined }),
    placeholderData: keepPreviousData,
    enabled,
    refetchOnWindowFocus: readAfter === "news",
    ...(reloadEveryMs && { refetchInterval: reloadEveryMs }),
  });
}

/** Loads all commands that the user's role may run. */
export const useCommands = () =>
  useQuery<DescribedCommand[], DeskError>({ queryKey: ["commands"], queryFn: fetchCommands });

/** Returns a command by name. Undefined while the commands are loading, and if the role may not run it. */
export const useCommand = (noun: string, verb = ""): DescribedCommand | undefined =>
  useCommands().data?.find((each) => each.noun === noun && each.verb === verb);

/** Loads the shop's values of a kind (`order`, `product`) that begin with this prefix. */
export const useValues = (kind: string, prefix: string) =>
  useQuery<SuggestedValue[], DeskError>({
    queryKey: ["values", kind, prefix],
    queryFn: ({ signal }) => fetchValues(kind, prefix, signal),
    placeholderData: keepPreviousData,
    enabled: KINDS_OF_SHOP.has(kind),
  });

const KINDS_OF_SHOP: ReadonlySet<string> = new Set([
  "order",
  "product",
  "category",
  "subcategory",
  "collection",
  "hsn",
  "customer",
  "review",
  "testimonial",
  "message",
]);

export const useTasks = () => useQuery<Task[], DeskError>({ queryKey: ["tasks"], queryFn: fetchTasks });

/** Cancels the requests of the displayed views, because their responses may be outdated. Then loads the views again. */
function refresh(readAfter: ReloadTrigger): void {
  const queryKey = [readAfter];
  void queries.cancelQueries({ queryKey }).then(() => queries.invalidateQueries({ queryKey }));
}

/** The views that are loading now and must be loaded once more afterwards. */
const waiting = new WeakSet<Query>();

/**
 * Refreshes views after an event of the shop. A view that is loading is loaded once more afterwards, so that many events
 * start no more than two requests. Previews of pages are not loaded again, because a new order or message does not
 * change them.
 */
export function refreshAfterNews(): void {
  for (const query of queries.getQueryCache().findAll({ queryKey: ["news" satisfies ReloadTrigger] })) {
    if (waiting.has(query)) continue;
    waiting.add(query);
    const load = () => {
      waiting.delete(query);
      return queries.invalidateQueries({ predicate: (each) => each === query }, { cancelRefetch: false });
    };
    void (query.promise ?? Promise.resolve()).then(load, load);
  }
}

/**
 * Refreshes all views at once, except those that are loaded only on request. Called after a command of this desk or an
 * interrupted connection.
 */
export function refreshViews(): void {
  refresh("news");
  refresh("changes");
}

export const refreshTasks = (): void => void queries.invalidateQueries({ queryKey: ["tasks"] });

/** Loads the commands again when the shop is back, because a newer version may have other commands. */
export const refreshCommands = (): void => void queries.invalidateQueries({ queryKey: ["commands"] });
