import { useEffect } from "react";
import { createStore } from "#client/store.ts";
import type { OperatorEvent } from "../calls.ts";
import { DeskError, listenForNews } from "./desk-calls.ts";
import { refreshAfterNews, refreshTasks, refreshViews } from "./use-view.ts";
import { session } from "./session.ts";

/** `away`: the shop is not running. `unreachable`: the desk does not respond. */
type Connection = "connecting" | "open" | "away" | "unreachable";

export const connection = createStore<Connection>("connecting");

/** True if the desk's server has a newer version of this page. */
export const isOutdated = createStore(false);

const ownScript = document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? null;

export const lastEventAt = createStore<Date>(new Date());

const listeners = new Set<(event: OperatorEvent) => void>();

export function useNews(listener: (event: OperatorEvent) => void): void {
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listener]);
}

const AGAIN_AFTER_MS = 1_000;

/** Receives the shop's events until the session ends. After an interruption, loads the shown data again. */
export async function followShop(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const line of listenForNews(signal)) {
        if ("shop" in line) setConnection(line.shop === "open" ? "open" : "away");
        else if ("script" in line)
          isOutdated.set(line.script !== null && ownScript !== null && line.script !== ownScript);
        else if ("tasks" in line) refreshTasks();
        else if ("session" in line) session.set(null);
        else {
          listeners.forEach((listener) => listener(line));
          refreshAfterNews();
        }
        lastEventAt.set(new Date());
      }
    } catch (cause) {
      if (signal.aborted) return;
      if (!(cause instanceof DeskError)) throw cause;
    }
    if (session.get() === null) return;
    connection.set("unreachable");
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}

function setConnection(now: Connection): void {
  const previous = connection.get();
  connection.set(now);
  if (now === "open" && previous !== "open") refreshViews();
}
