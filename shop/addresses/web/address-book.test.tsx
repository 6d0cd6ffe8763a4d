import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { forgetQueries, withQueries } from "#client/queries.tsx";
import { AddressBook } from "./address-book.tsx";

const createSavedAddress = (id: string, isDefault: boolean) => ({
  _id: id,
  id,
  street: `${id} Ring Road`,
  city: "Surat",
  state: "Gujarat",
  zipCode: "395002",
  country: "India",
  isDefault,
});

const requested: string[] = [];
let list: () => Response;
let outcome: () => Response | Promise<Response>;
beforeEach(() => {
  requested.length = 0;
  forgetQueries();
  list = () => Response.json([createSavedAddress("1", true), createSavedAddress("2", false)]);
  outcome = () => new Response("no", { status: 400 });
  vi.stubGlobal("fetch", async (url: string, { method }: { method: string }) => {
    if (method === "GET") return list();
    requested.push(`${method} ${new URL(url, location.origin).pathname}`);
    return outcome();
  });
});

const ShownBook = withQueries(AddressBook);

const show = (userId = "asha") => render(<ShownBook userId={userId} />);

async function open() {
  show();
  await screen.findByText("2 Ring Road");
}

async function fillIn(city: string, zipCode: string, state: string) {
  for (const [label, text] of [
    [/^Street/, "4 MG Road"],
    [/^City/, city],
    [/^Zip/, zipCode],
  ] as const)
    fireEvent.input(screen.getByLabelText(label), { target: { value: text } });
  await userEvent.selectOptions(screen.getByLabelText(/^State/), state);
}
const click = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const getQuestion = () => within(screen.getByRole("alertdialog", { name: "Remove address" }));

test("an address is removed only after a confirmation, and the list is updated (§2.12, §2.16, D75)", async () => {
  await open();
  await click("Remove 2 Ring Road");
  getQuestion().getByText("Are you sure you want to remove 2 Ring Road from your addresses?");
  await userEvent.click(getQuestion().getByRole("button", { name: "Cancel" }));
  expect(requested).toEqual([]);

  outcome = () => {
    list = () => Response.json([createSavedAddress("1", true)]);
    return Response.json({ success: true });
  };
  await click("Remove 2 Ring Road");
  await userEvent.click(getQuestion().getByRole("button", { name: "Yes, Remove" }));
  await expect.poll(() => screen.queryByText("2 Ring Road")).toBe(null);
  expect(requested).toEqual(["DELETE /addresses/asha/2"]);
  const message = await screen.findByText("We've removed 2 Ring Road from your addresses.");
  expect(message.closest("[role=status]")).not.toBeNull();
});

test("a failed change of an address shows its message until the next change, and buttons are disabled during a change (§4, §8)", async () => {
  await open();
  await click("Remove 2 Ring Road");
  await userEvent.click(getQuestion().getByRole("button", { name: "Yes, Remove" }));
  await screen.findByText("Could not remove the address. Please try again.");

  const { promise, resolve } = Promise.withResolvers<Response>();
  outcome = () => promise;
  await click("Set Default 2 Ring Road");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Edit 1 Ring Road" }).disabled).toBe(true);
  resolve(new Response("no", { status: 400 }));
  await screen.findByText("Could not set default. Please try again.");

  outcome = () => new Response("no", { status: 400 });
  await click("Edit 2 Ring Road");
  await click("Save address");
  await screen.findByText("Could not update the address. Please try again.");
  await click("Back");
  await click("Add a new address");
  await fillIn("Pune", "411001", "Maharashtra");
  await click("Save address");
  await screen.findByText("Could not save the address. Please check the details and try again.");
  expect(screen.getByLabelText<HTMLInputElement>(/^City/).value).toBe("Pune");
});

test("a change of the address book whose response is lost is not sent again if the reloaded list contains it (§2.16, D102)", async () => {
  await open();
  const saved = {
    ...createSavedAddress("3", false),
    street: "4 MG Road",
    city: "Pune",
    state: "Maharashtra",
  };
  const answerAfter = (addresses: object[], response: () => Response | Promise<Response>) => () => {
    list = () => Response.json(addresses);
    return response();
  };
  const lost = () => Promise.reject<Response>(new TypeError("Failed to fetch"));
  await click("Add a new address");
  await fillIn("Pune", "411001", "Maharashtra");
  const kept = [createSavedAddress("1", true), createSavedAddress("2", false)];
  outcome = answerAfter([...kept, { ...saved, zipCode: "411001" }], lost);
  await click("Save address");
  await screen.findByText("4 MG Road");

  const gone = () => Response.json({ success: false, code: "not_found", message: "gone" }, { status: 404 });
  outcome = answerAfter(kept, gone);
  await click("Remove 4 MG Road");
  await userEvent.click(getQuestion().getByRole("button", { name: "Yes, Remove" }));
  await expect.poll(() => screen.queryByText("4 MG Road")).toBeNull();
  outcome = answerAfter([createSavedAddress("1", false), createSavedAddress("2", true)], lost);
  await click("Set Default 2 Ring Road");
  await screen.findByRole("button", { name: "Set Default 1 Ring Road" });
  expect(screen.queryByRole("alert")).toBeNull();
  expect(requested).toHaveLength(3);
});

test.each([503, 520, 527])(
  "an address that was saved although a proxy responded with the status %i is shown in the list, and an address that was not saved stays in the form (§2.16, D102)",
  async (status) => {
    await open();
    await click("Add a new address");
    await fillIn("Pune", "411001", "Maharashtra");
    outcome = () => new Response("no", { status });
    await click("Save address");
    await screen.findByText("Could not save the address. Please check the details and try again.");
    expect(screen.getByLabelText<HTMLInputElement>(/^City/).value).toBe("Pune");
    const saved = { street: "4 MG Road", city: "Pune", state: "Maharashtra", zipCode: "411001" };
    outcome = () => {
      list = () =>
        Response.json([createSavedAddress("1", true), { ...createSavedAddress("3", false), ...saved }]);
      return new Response("no", { status });
    };
    await click("Save address");
    await screen.findByText("4 MG Road");
    expect(screen.queryByRole("alert")).toBeNull();
  },
);

test("after a lost response, an address change that the shop did not make shows an error, even if the list has an equal address (§2.16, D102)", async () => {
  const twin = { ...createSavedAddress("3", false), street: "4 MG Road", city: "Pune", zipCode: "411001" };
  list = () => Response.json([createSavedAddress("1", true), { ...twin, state: "Maharashtra" }]);
  outcome = () => Promise.reject<Response>(new TypeError("Failed to fetch"));
  show();
  await screen.findByText("4 MG Road");
  await click("Add a new address");
  await fillIn("Pune", "411001", "Maharashtra");
  await click("Save address");
  await screen.findByText("Could not save the address. Please check the details and try again.");
  await click("Back");
  await click("Edit 4 MG Road");
  await userEvent.click(screen.getByLabelText("Make this my default address"));
  await click("Save address");
  await screen.findByText("Could not update the address. Please try again.");
});

test("saving an address reloads the list, and a PIN code of another state shows a hint (§2.16, D107, D108, D62, D64)", async () => {
  await open();
  await click("Add a new address");
  await fillIn("Mysuru", "380 015", "Karnataka");
  screen.getByText(/^PIN 380015 is in Gujarat, not Karnataka\./);
  list = () => Response.json([createSavedAddress("1", true), createSavedAddress("3", false)]);
  // The page must ignore this response's address book.
  outcome = () => Response.json({ success: true, addresses: [createSavedAddress("9", true)] });
  await click("Save address");
  await screen.findByText("3 Ring Road");
  expect(screen.queryByText("9 Ring Road")).toBeNull();
});

test("a typed PIN fills in its state and city, and keeps a city that was typed for the same state", async () => {
  await open();
  await click("Add a new address");
  const readPlace = (zipCode: string) => {
    fireEvent.input(screen.getByLabelText(/^Zip/), { target: { value: zipCode } });
    return [/^State/, /^City/].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
  };
  expect(readPlace("560001")).toEqual(["Karnataka", "Bengaluru"]);
  expect(readPlace("380015")).toEqual(["Gujarat", "Ahmedabad"]);
  fireEvent.input(screen.getByLabelText(/^City/), { target: { value: "Sanand" } });
  expect(readPlace("380001")).toEqual(["Gujarat", "Sanand"]);
});

test("an address list that failed to load shows 'Try again', and an empty list shows a message (§4, §8)", async () => {
  const letThrough = list;
  list = () => new Response("no", { status: 400 });
  show();
  await screen.findByText(/We couldn’t load your addresses right now. Please try again./);
  list = letThrough;
  await click("Try again");
  await screen.findByText("2 Ring Road");
  list = () => Response.json([]);
  forgetQueries();
  show("meera");
  await screen.findByText("No address yet!");
});

test("after the address form is closed the page scrolls to the list of addresses if the list begins above the window (§2.16)", async () => {
  const scrolled = vi.fn();
  vi.stubGlobal("scrollTo", vi.fn());
  Element.prototype.scrollIntoView = scrolled;
  const place = vi.spyOn(Element.prototype, "getBoundingClientRect");
  await open();
  for (const [top, times] of [
    [200, 0],
    [-400, 1],
  ] as const) {
    await click("Edit 2 Ring Road");
    place.mockReturnValue({ top } as DOMRect);
    scrolled.mockClear();
    await click("Back");
    expect(scrolled, `top ${top}`).toHaveBeenCalledTimes(times);
  }
  place.mockRestore();
});
