import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { place } from "../router.ts";
import CustomerScreen from "./customer.tsx";
import { answerDesk, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

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
  ["9876543210", ["tel:+919876543210", "https://wa.me/919876543210?text=Hello%20Meera%2C%20"]],
  ["", []],
])(
  "the screen of a customer with the phone number '%s' has the links %j to write or call",
  async (phoneNumber, links) => {
    const views: Readonly<Record<string, object>> = { show: { ...customer, phoneNumber }, data: SAVED };
    answerDesk([], ({ verb }) => withData(views[verb] ?? []));
    place.set(`/people/customer?email=${customer.email}`);
    showDesk(<CustomerScreen />);
    await screen.findByRole("heading", { name: "Meera Shah" });
    const addresses = screen.getAllByRole<HTMLAnchorElement>("link").map(({ href }) => href);
    expect(addresses.filter((address) => /^tel:|wa\.me/.test(address))).toEqual(links);
  },
);

test("the screen of another customer does not show the previous customer while it loads", async () => {
  answerDesk([], ({ verb, args }) => {
    if (args?.["email"] === "asha@example.com") return new Promise(() => {});
    return withData(verb === "show" ? { ...customer, phoneNumber: "" } : verb === "data" ? SAVED : []);
  });
  place.set(`/people/customer?email=${customer.email}`);
  showDesk(<CustomerScreen />);
  await screen.findByRole("heading", { name: "Meera Shah" });
  act(() => place.set("/people/customer?email=asha@example.com"));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("asha@example.com");
});
