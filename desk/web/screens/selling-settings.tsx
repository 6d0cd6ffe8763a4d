import type { ComponentProps } from "react";
import { fromRupees, toRupees } from "#contract/money.ts";
import { formatCount } from "#contract/text.ts";
import { Cards } from "../cards.tsx";
import { CommandButton } from "../command-button.tsx";
import type { FieldGroup } from "../form-groups.tsx";
import { Section, Small } from "../screen-parts.tsx";
import { SettingsForm, SettingsFrame, type ShownSettings } from "../settings-form.tsx";
import { shownSettings } from "#shop/catalogue/command-results.ts";
import { writeShippingCharges, writeShippingOffer } from "#shop/policies/sentences.ts";
import type { Values } from "../form-values.ts";
import { useView } from "../use-view.ts";
import styles from "./selling-settings.module.css";

function read(values: Values, name: string): string {
  const value = values[name];
  return typeof value === "string" ? value : "";
}

const count = (values: Values, name: string, unit: string): string =>
  formatCount(Number(read(values, name)), unit);

const RULES: readonly FieldGroup[] = [
  { title: "Shipping", names: ["shipping-fee", "free-shipping-from", "deliver-to"] },
  {
    title: "Where you deliver",
    names: ["states"],
    isShown: (values) => values["deliver-to"] === "chosen states",
  },
  { title: "Cash on delivery", names: ["cash-up-to"] },
  {
    title: "Cash on delivery by PIN code",
    names: ["cash-only-pins", "cash-not-pins"],
    isFolded: true,
    describe: (values) =>
      Object.entries({ "Only in": "cash-only-pins", "Not in": "cash-not-pins" })
        .map(([label, name]) => [label, read(values, name).replaceAll("\n", ", ")] as const)
        .flatMap(([label, pins]) => (pins === "" ? [] : [`${label} ${pins}`]))
        .join(". "),
    isShown: (values) => Boolean(values["cash-up-to"]),
  },
  {
    title: "Dispatch and delivery times",
    names: ["dispatch-days", "delivery-days", "delivery-days-abroad", "order-before", "workdays"],
    isFolded: true,
    describe: (values) =>
      `Sent within ${read(values, "dispatch-days")} business days, then ${read(values, "delivery-days")} on the way`,
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
        read(values, "warranty-years") === "0"
          ? "no warranty"
          : `${read(values, "warranty-years")} year warranty`,
      ].join(", "),
  },
  {
    title: "Order limits",
    names: ["most-products", "most-pieces", "most-unpaid-orders"],
    isFolded: true,
    describe: (values) =>
      `${read(values, "most-products")} different products, ${read(values, "most-pieces")} pieces of each`,
  },
];

const COUPON = [{ title: "Discount on every order", names: ["name", "amount", "percent", "from"] }] as const;

export default function SellingSettingsScreen() {
  return (
    <SettingsFrame
      about="selling"
      title="Selling"
      lead="Delivery, fees, cash on delivery, the coupon and your time limits for new orders. All texts that mention them change too."
    >
      <SettingsForm
        of={shownSettings.rules}
        title="Delivery, returns and limits"
        groups={RULES}
        below={BELOW}
      />
      <SettingsForm of={shownSettings.coupon} title="Coupon" groups={COUPON} actions={drawRemoval} />
      <Section title="Your own couriers">
        <Small>
          The shop knows the large couriers. Add others here, with the address of their tracking page.
        </Small>
        <Cards noun="couriers" of="courier" canBeEmpty isOrdered={false} />
      </Section>
    </SettingsFrame>
  );
}

const BELOW: ComponentProps<typeof SettingsForm>["below"] = {
  "free-shipping-from": (values) => <ShippingTexts values={values} />,
};

/** Shows what customers would read with the entered fee. */
function ShippingTexts({ values }: { values: Values }) {
  const { data } = useView(shownSettings.rules);
  const wasNeverSet = data?.values["shipping-fee"] === undefined;
  const [entered, from] = [read(values, "shipping-fee"), read(values, "free-shipping-from")];
  const fee = entered === "" ? (wasNeverSet ? undefined : 0) : readRupees(entered);
  const freeFrom = from === "" || !fee ? undefined : readRupees(from);
  if (fee === null || freeFrom === null) return null;
  const rules = { shippingFee: fee, freeShippingFrom: freeFrom };
  return (
    <div className={styles.texts}>
      <Small>
        Customers read in the bag: “{writeShippingOffer(rules)}” The shipping policy: “
        {writeShippingCharges(rules)}”
        {fee === undefined && " Enter 0 if the policy should also say that shipping is free on every order."}
      </Small>
    </div>
  );
}

const readRupees = (text: string): number | null => {
  const paise = fromRupees(text);
  return paise === null ? null : toRupees(paise);
};

const drawRemoval = ({ values, revision }: ShownSettings) =>
  values["name"] !== undefined && (
    <CommandButton name="coupon" values={{ none: "on" }} variant="quiet" expected={revision}>
      Remove the coupon
    </CommandButton>
  );
