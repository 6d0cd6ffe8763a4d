import { expect, test } from "vitest";
import { ENTER_AMOUNT } from "#contract/money.ts";
import { ENTER_COUNT } from "#contract/number.ts";
import { type Entered, enterValue, findFault, fillPlace, fillValues, mergeKnown } from "./form-values.ts";

test("typing a complete PIN code fills in its state and city, but keeps a typed city of the same state", () => {
  const words = [{ name: "pin" }, { name: "city" }, { name: "state" }];
  const old = { city: "Anand", state: "Gujarat" };
  expect(fillPlace(words, { ...old, pin: "41100" }, "pin")).toMatchObject(old);
  expect(fillPlace(words, { ...old, pin: "411001" }, "pin")).toMatchObject({
    city: "Pune",
    state: "Maharashtra",
  });
  expect(fillPlace(words, { ...old, pin: "395002" }, "pin")).toMatchObject(old);
  expect(fillPlace(words, { ...old, pin: "411001" }, "city")).toMatchObject(old);
  const typed = { city: "Baramati", state: "" };
  expect(fillPlace(words, { ...typed, pin: "413102" }, "pin")).toMatchObject({
    ...typed,
    state: "Maharashtra",
  });
});

test("a new PIN or phone number replaces or clears the values that the form filled in, and a PIN in another state replaces the city even if the user changed it", () => {
  const words = ["phone", "name", "street", "pin", "city", "state"].map((name) => ({ name }));
  let form: Entered = { values: {}, filled: {} };
  const type = (name: string, value: string) => {
    form = enterValue(words, form, name, value);
    return form.values;
  };
  expect(type("pin", "380006")).toMatchObject({ city: "Ahmedabad", state: "Gujarat" });
  expect(type("pin", "50712"), "the PIN is not complete").toMatchObject({ city: "Ahmedabad" });
  expect(type("pin", "507126"), "two states share this PIN").toMatchObject({ city: "", state: "" });
  expect(type("pin", "560001")).toMatchObject({ city: "Bengaluru", state: "Karnataka" });
  type("city", "Hosakote");
  expect(type("pin", "560067")).toMatchObject({ city: "Hosakote", state: "Karnataka" });
  expect(type("pin", "411001")).toMatchObject({ city: "Pune", state: "Maharashtra" });
  expect(type("pin", "")).toMatchObject({ city: "", state: "" });

  const customer = { name: "Meera Shah", street: "12 Ring Road", pin: "413102", city: "Baramati" };
  form = fillValues({ values: { phone: "9876543210" }, filled: {} }, customer, "phone");
  type("street", "14 Ring Road");
  expect(type("phone", "987654321")).toEqual({
    phone: "987654321",
    name: "",
    street: "14 Ring Road",
    pin: "",
    city: "",
  });
});

test("a field for an amount or a number shows what to enter while the user types", () => {
  const find = (kind: string, value: string) => findFault("rules", { name: "x", kind, or: ["none"] }, value);
  expect([find("amount", "12,5"), find("amount", "-1"), find("number", "1.5")]).toEqual([
    ENTER_AMOUNT,
    ENTER_AMOUNT,
    ENTER_COUNT,
  ]);
  for (const [kind, value] of [
    ["amount", "₹1,080"],
    ["amount", ""],
    ["number", "7"],
    ["number", "none"],
    ["text", "x"],
  ] as const)
    expect(find(kind, value), value).toBeUndefined();
});

test("a field of the seller shows what to enter while the user types, and accepts a complete value", () => {
  const wrong = {
    phone: "98250 1234",
    pin: "38001",
    email: "asha@",
    gstin: "24ABCDE1234F1Z5",
    whatsapp: "0261 23",
  };
  for (const [name, value] of Object.entries(wrong))
    expect(findFault("seller", { name, kind: "text", or: [] }, value), name).toMatch(
      /^(Enter |has a typing mistake)/,
    );
  const right = { phone: "0261 234 5678", pin: "380 015", gstin: "24abcde1234f1z6", whatsapp: "98250 12345" };
  for (const [name, value] of Object.entries(right))
    expect(findFault("seller", { name, kind: "text", or: [] }, value), name).toBeUndefined();
});

test("new values of the shop fill the untouched fields, and a field keeps a typed space at its end", () => {
  const previous = { title: "Tray", price: "900", stock: "4" };
  const now = { ...previous, price: "950", stock: "3" };
  expect(mergeKnown(previous, now, { title: "Tray ", price: "900", stock: "9" })).toEqual({
    title: "Tray ",
    price: "950",
    stock: "9",
  });
});
