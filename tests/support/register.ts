import type { Page } from "@playwright/test";

export interface NewCustomer {
  email: string;
  password: string;
}

/** Opens an account over HTTP: the journey begins after it. The address is that of the registration form. */
export async function register(page: Page, { email, password }: NewCustomer): Promise<void> {
  const answer = await page.request.post("/api/auth/register", {
    data: {
      firstName: "Meera",
      lastName: "Shah",
      email,
      phoneNumber: "9876543210",
      address: {
        street: "12 Ring Road",
        zipCode: "395002",
        country: "India",
        state: "Gujarat",
        city: "Surat",
      },
      password,
      confirmPassword: password,
    },
  });
  if (!answer.ok()) throw new Error(`Not registered: ${await answer.text()}`);
}

/** Logs in as people do, from wherever the page is the login form. */
export async function logIn(page: Page, { email, password }: NewCustomer): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}
