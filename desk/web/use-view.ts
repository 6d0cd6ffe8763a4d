import { keepPreviousData, type Query, QueryClient, useQuery } from "@tanstack/react-query";
import type * as v from "valibot";
import { createStore } from "#client/store.ts";
import type { CommandData } from "#contract/command-data.ts";
import { SECOND } from "#contract/time.ts";
import type { DescribedCommand, SuggestedValue, Task, View } from "../calls.ts";
import {
  type CommandOutput,
  DeskError,
  fetchCommands,
  fetchTasks,
  fetchValues,
  CHECK_TIMEOUT_MS,
  view,
  viewOutput,
} from "./desk-calls.ts";

const REFRESH_AGAIN_MS = 5 * SECOND;

const isPassing = (error: Error): boolean => error instanceof DeskError && error.code !== "refused";

const isAsked = ({ queryKey: [readAfter] }: Pick<Query, "queryKey">): boolean =>
  readAfter === ("asked" satisfies ReloadTrigger);

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 0,
      refetchOnWindowFocus: true,
      // A desk on this machine works without a network.
      networkMode: "always",
      refetchOnReconnect: (query) => !isAsked(query),
      // Tries again after a failure. Otherwise the old data or the error would stay until the next event.
      refetchInterval: (query) => {
        const { data, error } = query.state;
        return (
          !isAsked(query) && error !== null && (data !== undefined || isPassing(error)) && REFRESH_AGAIN_MS
        );
      },
    },
  },
});

/**
 * The trigger that loads a view again. `news`: after shop events, after changes in this desk and when the window gets
 * the focus. `changes`: only after changes in this desk. `asked`: only on request.
 */
type ReloadTrigger = "news" | "changes" | "asked";

interface ViewOptions {
  enabled?: boolean;
  readAfter?: ReloadTrigger;
  /** Also loads the data again at this interval, for changes that have no event. */
  reloadEveryMs?: number;
}

export function useView<Schema extends v.GenericSchema>(
  { noun, verb, args, options, dryRun }: CommandData<Schema> & Pick<View, "args" | "options" | "dryRun">,
  { enabled = true, readAfter = "news", reloadEveryMs }: ViewOptions = {},
) {
  const command: View = { noun, verb, args, options, dryRun };
  return useQuery<v.InferOutput<Schema>, DeskError>({
    queryKey: [readAfter, command],
    queryFn: ({ signal }) =>
      view(command, { signal, beginsWithinMs: readAfter === "asked" ? CHECK_TIMEOUT_MS : undefined }),
    placeholderData: keepPreviousData,
    enabled,
    refetchOnWindowFocus: readAfter === "news",
    ...(reloadEveryMs && { refetchInterval: reloadEveryMs }),
  });
}

export const useOutput = (command: View) =>
  useQuery<CommandOutput, DeskError>({
    queryKey: ["news" satisfies ReloadTrigger, "output", command],
    queryFn: ({ signal }) => viewOutput(command, { signal }),
  });

export const useCommands = () =>
  useQuery<DescribedCommand[], DeskError>({ queryKey: ["commands"], queryFn: fetchCommands });

export const useCommand = (name: string): DescribedCommand | undefined =>
  findCommand(useCommands().data ?? [], name);

export const findCommand = (commands: readonly DescribedCommand[], name: string) =>
  commands.find(({ noun, verb }) => `${noun} ${verb}`.trim() === name);

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
  "material",
  "hsn",
  "customer",
  "review",
  "testimonial",
  "message",
  "page",
]);

export const useTasks = () => useQuery<Task[], DeskError>({ queryKey: ["tasks"], queryFn: fetchTasks });

/** Loads the shown views again. Cancels their pending requests first, because these may return outdated data. */
async function refresh(readAfter: ReloadTrigger): Promise<void> {
  const queryKey = [readAfter];
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
}

const waiting = new WeakSet<Query>();

/** Refreshes views after an event of the shop. A view that is already loading is loaded once more afterwards. */
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

/** The number of unfinished refreshes after changes in this desk. */
const refreshes = createStore(0);

export function refreshViews(): void {
  refreshes.set(refreshes.get() + 1);
  void Promise.allSettled([refresh("news"), refresh("changes")]).then(() =>
    refreshes.set(refreshes.get() - 1),
  );
}

/** Loads the shown views again that are only loaded on request, for example after the user has solved a problem. */
export const refreshChecks = (): void => void refresh("asked");

/** True after a change in this desk, until the shown views contain it. */
export const useIsRefreshing = (): boolean => refreshes.useValue() > 0;

export const refreshTasks = (): void => void queries.invalidateQueries({ queryKey: ["tasks"] });

/** Loads the list of commands again, because the shop may have restarted with a newer version. */
export const refreshCommands = (): void => void queries.invalidateQueries({ queryKey: ["commands"] });
