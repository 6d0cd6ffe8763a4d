import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { openAt } from "../../tests/support/jsdom/open-at.tsx";
import { unreachableMessages } from "#client/use-response.ts";
import { ApiError } from "#contract/errors.ts";
import { ErrorPage } from "./error-page.tsx";

const goOnline = () => act(async () => void window.dispatchEvent(new Event("online")));

test.each([
  ["was unreachable", 0, unreachableMessages.heading, 3],
  ["answered with an error", 500, "Something went wrong", 1],
])(
  "a page that could not be loaded is retried when the browser comes online, but only if the shop was unreachable (here it %s)",
  async (_, status, heading, tries) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const loader = vi.fn(() => Promise.reject(new ApiError(status, { code: "network", message: "" })));
    const pages = { "/": () => <h1>Home</h1>, "/bowls": { Component: () => <h1>Bowls</h1>, loader } };
    const router = openAt("/", pages, ErrorPage);
    await act(() => router.navigate("/bowls?page=2#first"));
    expect(screen.getByRole("heading").textContent).toContain(heading);
    for (const _ of [1, 2]) await goOnline();
    expect(loader).toHaveBeenCalledTimes(tries);
    loader.mockResolvedValue(undefined as never);
    await goOnline();
    expect(screen.getByRole("heading").textContent).toBe(status === 0 ? "Bowls" : heading);
    expect(location.pathname + location.search + location.hash).toBe("/bowls?page=2#first");
  },
);
