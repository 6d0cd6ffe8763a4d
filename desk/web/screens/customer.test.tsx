import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { View } from "../../calls.ts";
import { place } from "../router.ts";
import { queries } from "../use-view.ts";
import CustomerScreen from "./customer.tsx";

const customer = {
  email: "meera@example.com",
  firstName: "Meera",
  lastName: "Shah",
  createdAt: "2026-11-20T09:00:00.000Z",
  paidPaise: 0,
  orders: [],
};

const SAVED = { addresses: [], reviews: [], testimonials: [], newsletter: null };

// An account that was created by a sign-in with Google has no phone number.
test.each([
  ["9876543210", ["https://wa.me/919876543210?text=Hello%20Meera%2C%20", "tel:+919876543210"]],
  ["", []],
])(
  "the screen of a customer with the phone number '%s' has the links %j to write or call",
  async (phoneNumber, links) => {
    queries.clear();
    const views: Readonly<Record<string, object>> = { show: { ...customer, phoneNumber }, data: SAVED };
    vi.stubGlobal("fetch", async (address: string, { body = "{}" }: { body?: string } = {}) => {
      if (address === "/api/commands") return Response.json([]);
      const { verb = "" } = JSON.parse(body) as View;
      return Response.json({ outcome: "done", result: { data: views[verb] ?? [] } });
    });
    place.set(`/people/customer?email=${customer.email}`);
    render(
      <QueryClientProvider client={queries}>
        <CustomerScreen />
      </QueryClientProvider>,
    );
    await screen.findByRole("heading", { name: "Meera Shah" });
    const addresses = screen.getAllByRole<HTMLAnchorElement>("link").map(({ href }) => href);
    expect(addresses.filter((address) => /^tel:|wa\.me/.test(address))).toEqual(links);
  },
);
