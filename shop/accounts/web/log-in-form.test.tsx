import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../../tests/support/toasts.ts";
import { LogInForm } from "./log-in-form.tsx";
import { BackToLogin } from "./step-button.tsx";
import { useLeaving } from "./leaving.ts";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));
const visited = vi.hoisted(() => [] as string[]);
vi.mock("#client/links.tsx", () => ({ goTo: (path: string) => Promise.resolve(void visited.push(path)) }));

const requested: [string, unknown][] = [];
let answer: () => Promise<Response>;
const onLoggedIn = vi.fn<() => Promise<void>>();
beforeEach(() => {
  visited.length = requested.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  onLoggedIn.mockReset();
  answer = async () =>
    Response.json({ success: true, user: { id: "asha" }, accessToken: "fresh", refreshToken: "refresh" });
  vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
    requested.push([path, JSON.parse(body)]);
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const show = () =>
  render(
    <LogInForm
      registerHref="/sign-up?redirect=%2Fcheckout"
      forgotPasswordHref="/forgot-password"
      onLoggedIn={onLoggedIn}
    />,
  );
const getEmail = () => screen.getByLabelText<HTMLInputElement>(/Email/);
const getButton = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

async function logIn() {
  fireEvent.input(getEmail(), { target: { value: "asha@example.com" } });
  fireEvent.input(screen.getByLabelText(/^Password/), { target: { value: "teak and mango" } });
  await userEvent.click(getButton("Login"));
}

test("the login button shows 'Logging' while the login is sent, and 'Remember Me' stores the e-mail (§2.10, D18, D49)", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const success = answer;
  answer = () => promise;
  const { unmount } = show();
  const rememberMe = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "Remember Me" });
  await userEvent.click(rememberMe());
  await logIn();
  expect(getButton("Logging").disabled).toBe(true);
  resolve(await success());
  await expect.poll(() => onLoggedIn.mock.calls.length).toBeGreaterThan(0);
  expect(toasts).toEqual(["Login successful"]);
  unmount();
  const second = show();
  expect([getEmail().value, rememberMe().checked]).toEqual(["asha@example.com", true]);
  await userEvent.click(rememberMe());
  answer = success;
  await logIn();
  await expect.poll(() => onLoggedIn.mock.calls.length).toBeGreaterThan(1);
  second.unmount();
  show();
  expect([getEmail().value, rememberMe().checked]).toEqual(["", false]);
});

test("if the browser blocks cookies, the login form shows why a login is impossible, and sends nothing", async () => {
  vi.spyOn(navigator, "cookieEnabled", "get").mockReturnValueOnce(false);
  show();
  await logIn();
  await expect
    .poll(() => toasts)
    .toEqual([
      "Your browser blocks cookies, so you cannot log in. Allow cookies for this site and try again.",
    ]);
  expect(requested).toEqual([]);
  expect(getButton("Login").disabled).toBe(false);
});

test.each([
  [
    401,
    "Invalid email or password.",
    "Invalid email or password. Check both fields, or choose a new password.",
  ],
  [429, "Too many attempts.", "Too many attempts."],
])(
  "a login that is refused with the status %s shows the reason as a toast and in the form (§2.10, §8, D79)",
  async (status, message, inForm) => {
    answer = async () => Response.json({ success: false, code: "no", message }, { status });
    show();
    await logIn();
    expect((await screen.findByRole("alert")).textContent).toBe(inForm);
    expect(toasts).toEqual([message]);
    expect(onLoggedIn).not.toHaveBeenCalled();
  },
);

test("the login page refreshes a stored session every 15 minutes, and sends no request for a guest (§4, D48)", async () => {
  vi.useFakeTimers();
  show();
  await act(() => vi.advanceTimersByTimeAsync(16 * 60_000));
  expect(requested).toEqual([]);
  localStorage.setItem("refreshToken", "kept");
  await act(() => vi.advanceTimersByTimeAsync(15 * 60_000));
  expect(requested).toEqual([["/api/auth/refresh-token", { token: "kept" }]]);
  expect(toasts).toEqual(["Session refreshed successfully!"]);
});

const Back = () => <BackToLogin redirect="/checkout" leave={useLeaving().leave} />;

test.each([
  ["Register Now", "/sign-up?redirect=%2Fcheckout", () => show(), "link"],
  ["Back to Login", "/log-in?redirect=%2Fcheckout", () => render(<Back />), "button"],
] as const)(
  "'%s' opens its page after an exit animation of 500 ms and keeps the redirect target (§2.10)",
  async (name, to, open, role) => {
    vi.useFakeTimers();
    open();
    fireEvent.click(screen.getByRole(role, { name }));
    await vi.advanceTimersByTimeAsync(499);
    expect(visited).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(visited).toEqual([to]);
  },
);
