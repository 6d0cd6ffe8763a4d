import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { openAt } from "../../tests/support/jsdom/open-at.tsx";
import { Component as LogInPage } from "./log-in.tsx";

vi.mock("#ui/toast.ts", () => ({ toastError: vi.fn(), toastInfo: vi.fn(), toastSuccess: vi.fn() }));

const user = {
  _id: "a",
  id: "a",
  firstName: "Asha",
  lastName: "Patel",
  email: "a@example.com",
  phoneNumber: "",
  addresses: [],
  role: "user",
};

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      Response.json({ success: true, message: "", user, accessToken: "access", refreshToken: "refresh" }),
    ),
  );
});

async function logInAt(address: string) {
  const router = openAt(address, {
    "/log-in": { Component: LogInPage, data: { provider: null } },
    "*": () => <p>Elsewhere</p>,
  });
  await userEvent.type(screen.getByLabelText(/Email/), "a@example.com");
  await userEvent.type(screen.getByLabelText(/^Password/), "walnut-9");
  await userEvent.click(screen.getByRole("button", { name: /Login/ }));
  await screen.findByText("Elsewhere");
  return router.state.location;
}

test("after login the page that the visitor wanted opens (§2.10, D18, D49)", async () => {
  expect(await logInAt("/log-in?redirect=%2Forders%3Fpage%3D2")).toMatchObject({
    pathname: "/orders",
    search: "?page=2",
  });
  expect(localStorage.getItem("accessToken")).toBe("access");
});

test.each(["https://evil.example", "//evil.example", "/.//evil.example", "javascript:alert(1)"])(
  "after login no page outside the shop opens: %s (§2.1, D33)",
  async (wanted) => {
    expect(await logInAt(`/log-in?redirect=${encodeURIComponent(wanted)}`)).toMatchObject({ pathname: "/" });
  },
);
