import type { ComponentProps, ReactNode } from "react";
import { formatRoundRupees, fromRupees, toRupees } from "#contract/money.ts";
import { omitAbsent } from "#contract/read.ts";
import { formatCount } from "#contract/text.ts";
import { Cards } from "../cards.tsx";
import { CommandButton } from "../command-button.tsx";
import type { FieldGroup } from "../form-groups.tsx";
import { Section, Small } from "../screen-parts.tsx";
import { SettingsForm, SettingsFrame, type ShownSettings } from "../settings-form.tsx";
import { shownSettings } from "#shop/catalogue/command-results.ts";
import { writeShippingCharges, writeShippingOffer } from "#shop/policies/sentences.ts";
import { type Coupon, describeCoupon } from "#shop/pricing/coupon.ts";
import { readText, type Values } from "../form-values.ts";
import { useCommand } from "../use-view.ts";

const count = (values: Values, name: string, unit: string): string =>
  formatCount(Number(readText(values[name])), unit);

const RULES: readonly FieldGroup[] = [
  {
    title: "What shipping costs",
    names: ["shipping", "shipping-fee", "free-shipping-from"],
    isShown: ({ shipping }, name) =>
      name === "shipping" || shipping === "free-from" || (shipping === "fee" && name === "shipping-fee"),
  },
  {
    title: "Where you deliver",
    names: ["deliver-to", "states"],
    isShown: (values, name) => name === "deliver-to" || values["deliver-to"] === "chosen states",
  },
  { title: "Cash on delivery", names: ["cash-up-to"] },
  {
    title: "Cash on delivery by PIN code",
    names: ["cash-only-pins", "cash-not-pins"],
    isFolded: true,
    describe: (values) =>
      Object.entries({ "Only in": "cash-only-pins", "Not in": "cash-not-pins" })
        .map(([label, name]) => [label, readText(values[name]).replaceAll("\n", ", ")] as const)
        .flatMap(([label, pins]) => (pins === "" ? [] : [`${label} ${pins}`]))
        .join(". "),
    isShown: (values) => Boolean(values["cash-up-to"]),
  },
  {
    title: "Dispatch and delivery times",
    names: ["dispatch-days", "delivery-days", "delivery-days-abroad", "order-before", "workdays"],
    isFolded: true,
    describe: (values) =>
      `Sent within ${readText(values["dispatch-days"])} business days, then ${readText(values["delivery-days"])} on the way`,
  },
  {
    title: "Cancellations, returns, warranty",
    names: [
      "cancel-hours",
      "answer-hours",
      "damage-hours",
      "return-days",
      "replacement",
      "reply-days",
      "refund-days",
      "credit-note-months",
      "warranty-years",
    ],
    isFolded: true,
    describe: (values) =>
      [
        `Cancel within ${count(values, "cancel-hours", "hour")}`,
        `return within ${count(values, "return-days", "day")}`,
        readText(values["warranty-years"]) === "0"
          ? "no warranty"
          : `${readText(values["warranty-years"])} year warranty`,
      ].join(", "),
  },
  {
    title: "Order limits",
    names: ["most-products", "most-pieces", "most-unpaid-orders"],
    isFolded: true,
    describe: (values) =>
      `${readText(values["most-products"])} different products, ${readText(values["most-pieces"])} pieces of each`,
  },
];

export default function SellingSettingsScreen() {
  const { options = {} } = useCommand(shownSettings.rules.noun) ?? {};
  // The first part of each summary repeats the label of the field.
  const hints: Record<string, string> = Object.fromEntries(
    Object.entries(options).map(([name, { summary }]) => [name, summary.split("; ")[1] ?? ""]),
  );
  return (
    <SettingsFrame
      about="selling"
      title="Selling"
      lead="For new orders. All texts of the shop that mention these rules change too."
    >
      <SettingsForm
        of={shownSettings.rules}
        title="Delivery, returns and limits"
        groups={RULES}
        below={RULES_BELOW}
        hints={hints}
      />
      <SettingsForm
        of={shownSettings.coupon}
        title="Coupon"
        groups={[{ title: "", names: ["name", "amount", "percent", "from"] }]}
        actions={drawRemoval}
        below={COUPON_BELOW}
        hints={{ percent: "instead of an amount", from: "" }}
      />
      <Section title="Your own couriers">
        <Small>The shop knows the large couriers. Add others here.</Small>
        <Cards noun="couriers" of="courier" isOrdered={false} />
      </Section>
    </SettingsFrame>
  );
}

type Below = ComponentProps<typeof SettingsForm>["below"];

const RULES_BELOW: Below = {
  shipping: (values) => {
    const way = readText(values["shipping"]);
    const fee = way === "free" ? 0 : readRupees(values, "shipping-fee");
    const freeFrom = way === "free-from" ? readRupees(values, "free-shipping-from") : undefined;
    if (fee === null || freeFrom === null || (way !== "" && fee === undefined)) return null;
    if (way === "free-from" && freeFrom === undefined) return null;
    const rules = { shippingFee: fee, freeShippingFrom: freeFrom };
    return (
      <Shown>
        {way === "" && (
          <strong>
            Choose what applies, because these two sentences do not agree:
            <br />
          </strong>
        )}
        In the bag: “{writeShippingOffer(rules)}”
        <br />
        Shipping policy: “{writeShippingCharges(rules)}”
      </Shown>
    );
  },
  "cash-up-to": (values) => {
    const most = readRupees(values, "cash-up-to");
    return most ? <Shown>Customers can pay in cash for orders up to {formatRoundRupees(most)}.</Shown> : null;
  },
};

const COUPON_BELOW: Below = {
  from: (values) => {
    const [amount, percent, from] = ["amount", "percent", "from"].map((name) => readRupees(values, name));
    const isComplete = ![amount, percent, from].includes(null) && (amount ?? percent) !== undefined;
    const name = readText(values["name"]);
    return (
      <Shown>
        {isComplete &&
          `In the bag: “${name} ${describeCoupon(omitAbsent({ name, amount, percent, from }) as Coupon)}”`}
        <br />
        Customers need not enter it. To announce it on every page, add a{" "}
        <a href="/home?part=offers">special offer</a>.
      </Shown>
    );
  },
};

/** A status takes the whole width of the fields. */
const Shown = ({ children }: { children: ReactNode }) => (
  <div role="status">
    <Small>{children}</Small>
  </div>
);

/** Returns the entered number of rupees or percent, undefined for an empty field, and null for an error. */
function readRupees(values: Values, name: string): number | null | undefined {
  const text = readText(values[name]).replace(/\s*%$/, "");
  const paise = fromRupees(text);
  return text === "" ? undefined : paise === null ? null : toRupees(paise);
}

const drawRemoval = ({ values, revision }: ShownSettings) =>
  values["name"] !== undefined && (
    <CommandButton name="coupon" values={{ none: "on" }} variant="quiet" expected={revision}>
      Remove the coupon
    </CommandButton>
  );
