import { useQuery } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { withQueries } from "./queries.tsx";

let read: () => Promise<string>;

const Page = withQueries(() => {
  const { data, refetch } = useQuery({ queryKey: ["status"], queryFn: () => read() });
  return <button onClick={() => void refetch()}>{data}</button>;
});

test("a page whose refresh failed is refreshed when the network is back", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answers: (() => Promise<string>)[] = [
    async () => "Pending",
    () => Promise.reject(new ApiError(0, { code: "offline", message: "" })),
    () => Promise.reject(new ApiError(0, { code: "offline", message: "" })),
    async () => "Processing",
  ];
  read = vi.fn(() => (answers.length > 1 ? answers.shift() : answers[0])!());
  render(<Page />);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(10);
  const status = screen.getByRole("button");
  expect(status.textContent).toBe("Pending");
  status.click();
  await pass(20_000);
  expect(status.textContent).toBe("Pending");
  await pass(20_000);
  expect(status.textContent).toBe("Processing");
  const calls = vi.mocked(read).mock.calls.length;
  await pass(600_000);
  expect(read).toHaveBeenCalledTimes(calls);
});
