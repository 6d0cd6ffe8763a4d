import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { toasts } from "../../../tests/support/toasts.ts";
import { PasswordForm } from "./profile-forms.tsx";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));

test("after a password change with a lost response, the same new password succeeds at the next attempt, but a different one is refused (D102)", async () => {
  let stored = "old and worn";
  let isLost = true;
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    const { currentPassword, newPassword } = JSON.parse(body) as Record<string, string>;
    if (currentPassword !== stored) return Response.json({ message: "It is wrong." }, { status: 400 });
    stored = newPassword ?? "";
    if (isLost) throw new TypeError("Failed to fetch");
    return Response.json({ success: true, message: "It is changed." });
  });
  const onChanged = vi.fn();
  render(<PasswordForm onChanged={onChanged} />);
  const change = async (newPassword: string) => {
    fireEvent.input(screen.getByLabelText(/^Current password/), { target: { value: "old and worn" } });
    fireEvent.input(screen.getByLabelText(/^New password/), { target: { value: newPassword } });
    const earlier = toasts.length;
    await userEvent.click(screen.getByRole("button", { name: "Change password" }));
    await expect.poll(() => toasts.length).toBe(earlier + 1);
    return toasts.at(-1);
  };
  expect(await change("teak and mango")).toBe("Could not change the password. Please try again.");
  isLost = false;
  expect(await change("neem and mango")).toBe("It is wrong.");
  expect(onChanged).not.toHaveBeenCalled();
  expect(await change("teak and mango")).toBe("It is changed.");
  expect(onChanged).toHaveBeenCalledOnce();
});
