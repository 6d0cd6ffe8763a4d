import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../../tests/support/toasts.ts";
import { RegisterForm } from "./register-form.tsx";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));

const onLoggedIn = vi.fn<() => Promise<void>>();

beforeEach(() => {
  sessionStorage.clear();
  onLoggedIn.mockReset();
});

const submit = () => userEvent.click(screen.getByRole("button", { name: "Register" }));

test("each missing field of a registration has a toast and a message at the field, in the order of the form (§2.9, §5, D53, D54)", async () => {
  render(<RegisterForm redirect={undefined} onLoggedIn={onLoggedIn} />);
  await submit();
  expect(toasts).toEqual([
    "First Name is required",
    "Last Name is required",
    "Email is required",
    "Street Address is required",
    "Zip Code is required",
    "City is required",
    "Phone Number is required",
    "Password is required",
    "Confirm Password is required",
  ]);
  for (const words of toasts) screen.getByText(words);
  expect(document.activeElement).toBe(screen.getByLabelText(/First Name/));
});

test("a refused registration shows the shop's message as a toast and at the field, or a default message if there is no response (§2.9, §5, §8, D53, D54, D79)", async () => {
  const message = "An account with this email already exists. Please log in.";
  const refusal = { success: false, code: "email_taken", message, fields: [{ path: "email", message }] };
  vi.stubGlobal("fetch", async () => Response.json(refusal, { status: 409 }));
  render(<RegisterForm redirect={undefined} onLoggedIn={onLoggedIn} />);
  await fillIn();
  await submit();
  await expect.poll(() => toasts.length).toBeGreaterThan(0);
  expect(toasts).toEqual([message]);
  expect(screen.getByLabelText(/Email/).getAttribute("aria-invalid")).toBe("true");
  screen.getByText(message);

  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await submit();
  await expect.poll(() => toasts.length).toBeGreaterThan(1);
  expect(toasts[1]).toBe("Registration failed");
  await screen.findByText("Registration failed");
});

test("after a registration whose response was lost, the next attempt logs in, but only with the same e-mail and the right password (§2.9, D102)", async () => {
  const taken = () =>
    Response.json({ success: false, code: "email_taken", message: "Please log in." }, { status: 409 });
  const user = { _id: "1", firstName: "Asha", lastName: "Patel", email: "asha@example.com" };
  const tokens = { accessToken: "one", refreshToken: "two" };
  let answerRegistration: () => Response | Promise<Response> = taken;
  let answerLogIn = () => Response.json({ success: false, message: "Wrong." }, { status: 401 });
  const requested: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname } = new URL(url, location.origin);
    requested.push(pathname.replace("/api/auth/", ""));
    return pathname.endsWith("/register") ? answerRegistration() : answerLogIn();
  });
  render(<RegisterForm redirect={undefined} onLoggedIn={onLoggedIn} />);
  await fillIn();
  const attempt = async () => {
    requested.length = 0;
    const earlier = toasts.length;
    await submit();
    await expect.poll(() => toasts.length).toBe(earlier + 1);
    return [...requested, toasts.at(-1)];
  };
  expect(await attempt()).toEqual(["register", "Please log in."]);
  answerRegistration = () => Promise.reject(new TypeError("offline"));
  expect(await attempt()).toEqual(["register", "Registration failed"]);
  answerRegistration = taken;
  expect(await attempt()).toEqual(["register", "login", "Please log in."]);
  expect(onLoggedIn).not.toHaveBeenCalled();
  answerLogIn = () => Response.json({ success: true, user, ...tokens });
  expect(await attempt()).toEqual(["register", "login", "Registration successful"]);
  expect(onLoggedIn).toHaveBeenCalledOnce();
});

async function fillIn() {
  const typed: [RegExp, string][] = [
    [/First Name/, "Asha"],
    [/Last Name/, "Patel"],
    [/Email/, "asha@example.com"],
    [/Street Address/, "12 Ring Road"],
    [/Zip Code/, "395002"],
    [/Phone Number/, "9876543210"],
    [/^Password/, "teak and mango"],
    [/Confirm Password/, "teak and mango"],
  ];
  for (const [label, text] of typed)
    fireEvent.input(screen.getByLabelText(label), { target: { value: text } });
  await userEvent.selectOptions(screen.getByLabelText(/City/), "Surat");
}

test("a shop that delivers to all of India offers every state and a text field for the city (§2.9, D117)", async () => {
  render(<RegisterForm redirect={undefined} deliverTo="India" onLoggedIn={onLoggedIn} />);
  const states = screen.getByLabelText<HTMLSelectElement>(/^State/);
  expect(states.options).toHaveLength(37);
  await userEvent.selectOptions(states, "Karnataka");
  const city = screen.getByLabelText<HTMLInputElement>(/^City/);
  expect([...(city.list?.options ?? [])].map(({ value }) => value)).toContain("Mysuru");
  fireEvent.input(city, { target: { value: "Hubballi" } });
  expect(city.value).toBe("Hubballi");
});
