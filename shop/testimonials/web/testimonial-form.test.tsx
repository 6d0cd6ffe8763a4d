// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../../tests/support/toasts.ts";
import { TestimonialForm } from "./testimonial-form.tsx";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));

const sent: unknown[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  sent.length = 0;
  answer = () => respondJson(200, { success: true, message: "Thank you." });
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return answer();
  });
});

const respondJson = async (status: number, body: unknown) => Response.json(body, { status });

const show = ({ signedIn = true } = {}) =>
  render(<TestimonialForm signedIn={signedIn} logInHref="/log-in" onSent={() => {}} />);

const getStar = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });
const getMessageBox = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /message/ });
const submit = () => userEvent.click(screen.getByRole("button", { name: "Submit" }));
const getShown = () => screen.getByText(/out of 5/).textContent;

test("five stars are selected at first, and hovering over a star only previews it (§2.18, D43)", () => {
  show();
  expect(getStar("5 stars").checked).toBe(true);
  fireEvent.pointerEnter(getStar("2 stars").parentElement!);
  expect(getShown()).toBe("2 out of 5");
  expect(getStar("5 stars").checked).toBe(true);
  fireEvent.pointerLeave(getStar("2 stars").parentElement!.parentElement!);
  expect(getShown()).toBe("5 out of 5");
});

test("a click, Enter and Space select a star without submitting the form (§2.18, D43)", async () => {
  show();
  await userEvent.click(getStar("3 stars"));
  expect(getStar("3 stars").checked).toBe(true);
  for (const [name, key] of [
    ["4 stars", "{Enter}"],
    ["1 star", " "],
  ] as const) {
    getStar(name).focus();
    await userEvent.keyboard(key);
    expect(getStar(name).checked).toBe(true);
  }
  expect(sent).toEqual([]);
});

test("a testimonial without a text, or by a guest, is not sent, and a message says why (§2.18, D43)", async () => {
  const { unmount } = show();
  await submit();
  screen.getByText("Message is required");
  unmount();
  show({ signedIn: false });
  fireEvent.input(getMessageBox(), { target: { value: "Lovely bowl" } });
  await submit();
  expect(toasts).toEqual(["You must be logged in to submit a testimonial."]);
  expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/log-in");
  expect(getMessageBox().value).toBe("Lovely bowl");
  expect(sent).toEqual([]);
});

test.each([
  ["an error message of the shop", () => respondJson(429, { message: "Please wait." }), "Please wait."],
  ["an empty response", async () => new Response("", { status: 500 }), "Something went wrong."],
  [
    "no response",
    () => Promise.reject(new TypeError("offline")),
    "Network or server error. Please try again later.",
  ],
  [
    "an ended session",
    () => respondJson(401, { message: "Unauthorized!" }),
    "You must be logged in to submit a testimonial.",
  ],
])(
  "a testimonial that fails with %s shows a toast and a message, and its text stays (§8)",
  async (_, failing, words) => {
    show();
    answer = failing;
    fireEvent.input(getMessageBox(), { target: { value: "Lovely bowl" } });
    await submit();
    expect(toasts).toEqual([words]);
    expect(screen.getByRole("alert").textContent).toContain(words);
    expect(getMessageBox().value).toBe("Lovely bowl");
  },
);
