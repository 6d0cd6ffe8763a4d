import { fireEvent, screen, within } from "@testing-library/react";
import { settle } from "./settle.ts";

export const clickButton = async (name: string | RegExp) => {
  const [button] = screen.getAllByRole("button", { name });
  fireEvent.click(button!);
  await settle();
};

export const fill = (fields: Record<string, string>) => {
  for (const [name, value] of Object.entries(fields)) {
    const field = document.querySelector(`[name="${name}"]`);
    if (!field) throw new Error(`There is no field ${name}.`);
    fireEvent.change(field, { target: { value } });
  }
};

export const address = { street: "14 Lake View Road", city: "Surat", state: "Gujarat", zipCode: "395002" };

export const savedAddress = { _id: "home", ...address, country: "India", isDefault: true };

export const saveAddress = async () => {
  fill(address);
  await clickButton("Save address");
};

export const logIn = async () => {
  fill({ email: "asha@example.com", password: "teak and mango" });
  await clickButton("Login");
};

export const verifyEmail = async () => {
  fill({ email: "asha@example.com" });
  await clickButton("Verify Email");
};

export const decideInDialog = async (name: string) => {
  const dialog = document.querySelector<HTMLElement>("dialog[open]");
  if (!dialog) throw new Error("There is no question.");
  fireEvent.click(within(dialog).getByRole("button", { name }));
  await settle();
};

export const checkOut = async () => {
  fill({
    "contact.firstName": "Asha",
    "contact.lastName": "Patel",
    "contact.email": "asha@example.com",
    "shippingAddress.street": address.street,
    "shippingAddress.zipCode": address.zipCode,
    "shippingAddress.state": address.state,
  });
  fill({ "shippingAddress.city": address.city, "shippingAddress.phoneNumber": "9876543210" });
  await clickButton("Checkout");
};
