import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../../tests/support/toasts.ts";
import { resetMessages } from "../password-reset.ts";
import { ForgotPasswordForm } from "./forgot-password-form.tsx";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));

const answers: (() => Response)[] = [];
const onLoggedIn = vi.fn<() => Promise<void>>();
beforeEach(() => {
  onLoggedIn.mockReset();
  answers.length = 0;
  sessionStorage.clear();
  vi.stubGlobal("fetch", async () => {
    const answer = answers.shift();
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  });
});
afterEach(() => {
  history.replaceState(null, "", "/");
});

const show = () =>
  render(
    <ForgotPasswordForm
      redirect={undefined}
      onLoggedIn={onLoggedIn}
      renderAround={(lead, form) => (
        <>
          {lead}
          {form}
        </>
      )}
    />,
  );

const createRefusal = (status: number, message: string) => () =>
  Response.json({ success: false, code: "no", message }, { status });

async function hear(button: string): Promise<string | undefined> {
  const previous = toasts.length;
  await userEvent.click(screen.getByRole("button", { name: button }));
  await expect.poll(() => toasts.length).toBeGreaterThan(previous);
  return toasts.at(-1);
}

test("each failure in the two steps of resetting a password shows its message (§2.11, §8, D2, D55)", async () => {
  show();
  fireEvent.input(screen.getByLabelText(/Email/), { target: { value: "asha@example.com" } });
  expect(await hear("Verify Email")).toBe("An error occurred. Please try again.");
  answers.push(createRefusal(404, "No account found with this email."));
  expect(await hear("Verify Email")).toBe("No account found with this email.");
  screen.getByText("No account found with this email.");
  answers.push(() => Response.json({ success: true, message: "Who is that?" }));
  expect(await hear("Verify Email")).toBe("No account found with this email.");
  answers.push(() => Response.json({ success: true, message: "Email verified", mailed: true }));
  screen.getByText("Enter your e-mail. We'll send a code.");
  expect(await hear("Verify Email")).toBe("Email verified! Enter a new password.");
  screen.getByText("Enter the code from our e-mail and choose a new password.");
  expect(screen.queryByText("Enter your e-mail. We'll send a code.")).toBeNull();

  fireEvent.input(screen.getByLabelText(/^Code/), { target: { value: "123 456" } });
  fireEvent.input(screen.getByLabelText(/^New Password/), { target: { value: "neem and teak" } });
  expect(await hear("Reset Password")).toBe("Failed to reset password. Please try again.");
  answers.push(() =>
    Response.json({ message: "This code is not right." }, { status: 400, statusText: "Bad Request" }),
  );
  expect(await hear("Reset Password")).toBe("Failed to reset password: Bad Request");
  screen.getByText("This code is not right.");
  answers.push(() => new Response("no", { status: 503 }));
  expect(await hear("Reset Password")).toBe("Failed to reset password. Please try again.");
  expect(screen.queryByText("This code is not right.")).toBeNull();
});

test.each([
  ["was cut off", "cut-off"],
  ["has expired", "k".repeat(43)],
])(
  "a reset link that %s shows a message at the form, which has no field for a code (§2.11, D2, D55)",
  async (_, code) => {
    history.replaceState(null, "", `/forgot-password#email=asha%40example.com&code=${code}`);
    const fields = [{ path: "code", message: resetMessages.wrongCode }];
    answers.push(() => Response.json({ message: resetMessages.wrongCode, fields }, { status: 400 }));
    show();
    fireEvent.input(screen.getByLabelText(/^New Password/), { target: { value: "neem and teak" } });
    await userEvent.click(screen.getByRole("button", { name: "Reset Password" }));
    expect((await screen.findByRole("alert")).textContent).toMatch(
      /^This link does not work any more\. .*latest e-mail, or ask for a new code\./,
    );
  },
);

test("after a password reset whose response was lost, the next attempt shows that the password was reset (§2.11, D2, D102)", async () => {
  history.replaceState(null, "", `/forgot-password#email=asha%40example.com&code=${"k".repeat(43)}`);
  show();
  fireEvent.input(screen.getByLabelText(/^New Password/), { target: { value: "neem and teak" } });
  expect(await hear("Reset Password")).toBe("Failed to reset password. Please try again.");
  const user = { _id: "1", firstName: "Asha", lastName: "Patel", email: "asha@example.com" };
  answers.push(createRefusal(400, resetMessages.wrongCode), () =>
    Response.json({ success: true, user, accessToken: "one", refreshToken: "two" }),
  );
  expect(await hear("Reset Password")).toBe(resetMessages.done);
  expect(onLoggedIn, "the bag of the guest is moved to the customer").toHaveBeenCalledOnce();
});
