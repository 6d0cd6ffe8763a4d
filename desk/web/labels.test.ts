import { expect, test } from "vitest";
import { columnLabels } from "#shop/catalogue/column-labels.ts";
import { getTextGroup, labelText } from "#shop/texts/labels.ts";
import { mailFields } from "#shop/texts/mail-fields.ts";
import { describeRefusal, toChoiceLabel, toLabel } from "#contract/field-labels.ts";
import { labelSetting } from "./labels.ts";
import { toCommandTitle } from "./phrases.ts";

test("messages at the desk name fields and actions as the screens do, and contain no command line", () => {
  expect(
    describeRefusal(
      {
        message: "The order cannot be placed:",
        fields: {
          price: "Enter an amount of 0 or more, for example 1299.00.",
          gstin: "has 12 characters",
          phone: "Phone Number must be 10 digits",
        },
      },
      (name) => toLabel(name, "products"),
    ),
  ).toBe(
    "The order cannot be placed:\nPrice: Enter an amount of 0 or more, for example 1299.00.\nGSTIN has 12 characters\nPhone must be 10 digits",
  );
  expect(["yes", "constructor"].map((choice) => toChoiceLabel("hidden", choice))).toEqual([
    "Hidden",
    "constructor",
  ]);
  expect(["products add", "collections", "customers delete", "today"].map(toCommandTitle)).toEqual([
    "Add a product",
    "Change a collection",
    "Delete the account of a customer",
    "See the tasks of the day",
  ]);
});

test("server settings such as SMTP_URL have a plain label, and other texts do not change", () => {
  expect(
    ["SMTP_URL", "RAZORPAY_WEBHOOK_SECRET", "TRUST_PROXY", "SOCKETS_MAX", "HSN"].map(labelSetting),
  ).toEqual(["Mail server", "Payments by Razorpay", "Proxy", "Setting of the shop's server", "HSN"]);
});

test("the columns of a list of products have the labels of the fields on the product's screen", () => {
  const options = { originalPrice: "was", leadDays: "lead-days", netWeight: "net-weight", images: "picture" };
  // Fields that the screen shows in parts, with other words or not at all.
  const others =
    /^(slug|name|discount|hidden|care|alt|variantImages|createdAt|sales|featuredRank|mpn|gtin13)$/;
  for (const [column, label] of Object.entries(columnLabels).filter(([name]) => !others.test(name)))
    expect(toLabel((options as Readonly<Record<string, string>>)[column] ?? column, "products"), column).toBe(
      label,
    );
});

test("each e-mail whose text the owner can write has a name and a group", () => {
  for (const kind of Object.keys(mailFields)) {
    expect(getTextGroup(`mails/${kind}`), kind).not.toBe("Pages");
    expect(labelText(`mails/${kind}`)).toMatch(/^[A-Z]/);
  }
});
