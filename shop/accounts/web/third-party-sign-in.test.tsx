import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../../tests/support/toasts.ts";
import { ThirdPartySignIn } from "./third-party-sign-in.tsx";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));
vi.mock("./google-button.tsx", () => ({
  GoogleButton: ({ onCredential }: { onCredential: (credential: string, nonce: string) => void }) => (
    <button type="button" onClick={() => onCredential("signed", "a nonce of this page")}>
      Google
    </button>
  ),
}));

const google = { name: "Google", clientId: "x", authorizeUrl: null };
let answer: () => Promise<Response>;
beforeEach(() => vi.stubGlobal("fetch", () => answer()));

const refuse = (message: string) => async () => Response.json({ code: "no", message }, { status: 401 });

test.each([
  ["no response at all", () => Promise.reject(new TypeError("offline")), "Google login failed"],
  [
    "a refusal without a message",
    async () => new Response("no", { status: 502 }),
    "Google login failed (status 502)",
  ],
  ["a message of the shop", refuse("Please try again."), "Please try again."],
])("a provider sign-in that fails with %s shows a toast (§2.10, §8, D50)", async (_, value, words) => {
  answer = value;
  const onLoggedIn = vi.fn<() => Promise<void>>();
  render(<ThirdPartySignIn provider={google} redirect="/" onLoggedIn={onLoggedIn} />);
  await userEvent.click(await screen.findByRole("button", { name: "Google" }));
  await expect.poll(() => toasts.length).toBeGreaterThan(0);
  expect(toasts).toEqual([words]);
  expect(onLoggedIn).not.toHaveBeenCalled();
});

test("without a client id the login page offers no provider sign-in (§2.10, D50, D105)", () => {
  const { container } = render(<ThirdPartySignIn provider={null} redirect="/" onLoggedIn={async () => {}} />);
  expect(container.childElementCount).toBe(0);
});

test("in demo mode, the login page says that test accounts replace the sign-in provider (§2.10, D115)", () => {
  const demo = { name: "Google", clientId: "demo", authorizeUrl: "/test-sign-in", isTest: true as const };
  render(<ThirdPartySignIn provider={demo} redirect="/" onLoggedIn={async () => {}} />);
  screen.getByRole("button", { name: "Continue with Google" });
  screen.getByText("This shop is a demonstration: test accounts replace Google.");
});

test("a provider sign-in shows a toast with the provider's name instead of the response's message, and opens the next page (§8)", async () => {
  const message = "Welcome back";
  answer = async () => Response.json({ user: { id: "asha" }, accessToken: "a", refreshToken: "r", message });
  const onLoggedIn = vi.fn<(to: string) => Promise<void>>();
  render(<ThirdPartySignIn provider={google} redirect="/checkout" onLoggedIn={onLoggedIn} />);
  await userEvent.click(await screen.findByRole("button", { name: "Google" }));
  await expect.poll(() => onLoggedIn.mock.calls.length).toBeGreaterThan(0);
  expect(toasts).toEqual(["Logged in with Google"]);
  expect(onLoggedIn).toHaveBeenCalledWith("/checkout");
});
