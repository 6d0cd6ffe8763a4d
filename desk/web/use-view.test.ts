import { QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { DeskError } from "./desk-calls.ts";
import { queries, refreshAfterNews, refreshViews } from "./use-view.ts";

function showView() {
  const requests: { end: () => void; signal: AbortSignal }[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ["news", "orders actions"],
    queryFn: ({ signal }) =>
      new Promise((resolve, reject) => {
        requests.push({ end: () => resolve("list"), signal });
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  });
  onTestFinished(observer.subscribe(() => {}));
  onTestFinished(() => queries.clear());
  return requests;
}

test("many data changes during a request of the desk cause only one further request, after the first has ended", async () => {
  const requests = showView();
  for (let event = 0; event < 5; event++) refreshAfterNews();
  await expect.poll(() => requests).toHaveLength(1);
  requests[0]?.end();
  await expect.poll(() => requests).toHaveLength(2);
  expect(requests[0]?.signal.aborted).toBe(false);
  requests[1]?.end();
  await expect.poll(() => queries.isFetching()).toBe(0);
  expect(requests).toHaveLength(2);
  refreshAfterNews();
  await expect.poll(() => requests).toHaveLength(3);
});

test("a command at the desk aborts the running request for the shown data and starts a new one at once", async () => {
  const requests = showView();
  refreshViews();
  await expect.poll(() => requests).toHaveLength(2);
  expect(requests[0]?.signal.aborted).toBe(true);
});

test("a view without data is requested again after a lost connection, even if the browser is offline, but not after a refusal and not if it is only loaded on request", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal("navigator", { onLine: false });
  const countRequests = async (code: DeskError["code"], readAfter = "news") => {
    const queryFn = vi.fn(async () => Promise.reject(new DeskError(code, "")));
    onTestFinished(new QueryObserver(queries, { queryKey: [readAfter, code], queryFn }).subscribe(() => {}));
    await vi.advanceTimersByTimeAsync(11_000);
    return queryFn.mock.calls.length;
  };
  expect(await countRequests("no answer")).toBe(3);
  expect(await countRequests("refused")).toBe(1);
  expect(await countRequests("no answer", "asked")).toBe(1);
});
