import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { openAt } from "../tests/support/jsdom/open-at.tsx";
import { Bowls, Home, readHeading } from "../tests/support/jsdom/router-pages.tsx";

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "connection");
});

function openShop(loader: () => unknown = () => Promise.resolve("data")) {
  const load = vi.fn(() => Promise.resolve());
  const data = vi.fn(loader);
  const router = openAt("/", { "/": Home, "/bowls": { Component: Bowls, load, loader: data } });
  return { router, load, data, link: screen.getByRole("link", { name: "Bowls" }) };
}

const rest = () => act(() => vi.advanceTimersByTimeAsync(100));

test("the target page of a link is prefetched while the pointer rests on the link, and navigation uses the prefetched data (D24)", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { load, data, link } = openShop();
  await userEvent.hover(link);
  expect(load).toHaveBeenCalledTimes(1);
  expect(data).not.toHaveBeenCalled();
  await rest();
  expect(data).toHaveBeenCalledTimes(1);
  await userEvent.click(link);
  await expect.poll(readHeading).toBe("Bowls?page=2");
  expect(data).toHaveBeenCalledTimes(1);
});

test("the target page of a link is prefetched when the link is touched, but not when the pointer only passes over it", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { data, link } = openShop();
  await userEvent.hover(link);
  await userEvent.unhover(link);
  await rest();
  expect(data).not.toHaveBeenCalled();
  await userEvent.pointer({ target: link, keys: "[TouchA>]" });
  await expect.poll(() => data.mock.calls.length).toBe(1);
});

test("nothing is prefetched for visitors who turned on data saving (D24)", async () => {
  Object.assign(navigator, { connection: { saveData: true } });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { load, data, link } = openShop();
  link.focus();
  await rest();
  expect(load).not.toHaveBeenCalled();
  expect(data).not.toHaveBeenCalled();
});
