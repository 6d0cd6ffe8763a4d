// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { IDEMPOTENCY_HEADER } from "#contract/endpoint.ts";
import { messageMessages } from "../message.ts";
import { newsletterMessages } from "../newsletter.ts";
import { ContactForm } from "./contact-form.tsx";
import { NewsletterBox } from "./newsletter-box.tsx";

const alert = vi.fn<(words: string) => void>();
const sent: unknown[] = [];
const keys: string[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  alert.mockClear();
  sent.length = keys.length = 0;
  answer = () => respondJson(200, { success: true, message: "Thank you." });
  vi.stubGlobal("alert", alert);
  vi.stubGlobal("fetch", (_: string, init: { body: string; headers: Record<string, string> }) => {
    sent.push(JSON.parse(init.body));
    keys.push(init.headers[IDEMPOTENCY_HEADER] ?? "");
    return answer();
  });
});

const respondJson = async (status: number, body: unknown) => Response.json(body, { status });

const getBox = (name: RegExp) => screen.getByRole<HTMLTextAreaElement>("textbox", { name });
const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));

async function write() {
  render(<ContactForm />);
  fireEvent.input(getBox(/Name/), { target: { value: "Asha" } });
  fireEvent.input(getBox(/Email/), { target: { value: "asha@example.com" } });
  fireEvent.input(getBox(/Message/), { target: { value: "Do you ship to Goa?" } });
  await click("Send message");
}

test("the response to a contact message is shown as an alert, and the form with its ten-row text area is cleared (§2.12)", async () => {
  await write();
  expect(getBox(/Message/).rows).toBe(10);
  expect(sent).toEqual([{ name: "Asha", email: "asha@example.com", message: "Do you ship to Goa?" }]);
  expect(alert).toHaveBeenCalledExactlyOnceWith("Thank you.");
  expect([getBox(/Name/).value, getBox(/Email/).value, getBox(/Message/).value]).toEqual(["", "", ""]);
});

test.each([
  ["no response arrives", () => Promise.reject(new TypeError("offline"))],
  ["the shop has an internal error", () => respondJson(500, { message: "Something went wrong." })],
])(
  "if %s, the contact form keeps its text and shows a note in place of the alert (§2.12, §8, D81)",
  async (_, failing) => {
    answer = failing;
    await write();
    expect(screen.getByRole("status").textContent).toBe(messageMessages.notSent);
    expect(getBox(/Message/).value).toBe("Do you ship to Goa?");
    expect(alert).not.toHaveBeenCalled();
  },
);

test("five clicks at once send one message, and a retry has the same idempotency key (§2.12)", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer = () => promise;
  await write();
  const { form } = getBox(/Name/);
  for (let times = 0; times < 4; times++) form?.requestSubmit();
  expect(sent).toHaveLength(1);
  resolve(await respondJson(500, {}));
  await screen.findByRole("status");

  answer = () => respondJson(200, { success: true, message: "Thank you." });
  await act(async () => {
    for (let times = 0; times < 5; times++) form?.requestSubmit();
  });
  await expect.poll(() => alert.mock.calls.length).toBeGreaterThan(0);
  expect(sent).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  fireEvent.input(getBox(/Name/), { target: { value: "Asha" } });
  fireEvent.input(getBox(/Email/), { target: { value: "asha@example.com" } });
  await click("Send message");
  await expect.poll(() => sent.length).toBe(3);
  expect(keys[2]).not.toBe(keys[0]);
});

test("a missing name or e-mail address in the contact form shows an error at its field", async () => {
  render(<ContactForm />);
  await click("Send message");
  expect(screen.getByText("Name is required")).toBeDefined();
  expect(screen.getByText("Email is required")).toBeDefined();
  expect(document.activeElement).toBe(getBox(/Name/));
  expect(sent).toEqual([]);
});

test("'Subscribe' sends the e-mail address to the newsletter and shows a message on the same page (§2.3, D80)", async () => {
  const previous = location.href;
  answer = () => respondJson(200, { success: true, message: newsletterMessages.subscribed });
  render(<NewsletterBox />);
  fireEvent.input(getBox(/E-mail/), { target: { value: "asha@example.com" } });
  await click("Subscribe");
  expect(sent).toEqual([{ email: "asha@example.com" }]);
  expect(screen.getByRole("status").textContent).toBe(newsletterMessages.subscribed);
  expect(getBox(/E-mail/).value).toBe("");
  expect(location.href).toBe(previous);
  expect(alert).not.toHaveBeenCalled();
});
