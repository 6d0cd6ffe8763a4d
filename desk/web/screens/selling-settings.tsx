import { Cards } from "../cards.tsx";
import { CommandButton } from "../command-button.tsx";
import type { FieldGroup } from "../form-groups.tsx";
import { Section, Small } from "../screen-parts.tsx";
import { SettingsForm, SettingsFrame, type ShownSettings } from "../settings-form.tsx";
import { shownSettings } from "#shop/catalogue/command-results.ts";

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
    isShown: (values) => Boolean(values["cash-up-to"]),
  },
  {
    title: "Dispatch and delivery times",
    names: ["dispatch-days", "delivery-days", "delivery-days-abroad", "order-before", "workdays"],
    isFolded: true,
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
  },
  {
    title: "Order limits",
    names: ["most-products", "most-pieces", "most-unpaid-orders"],
    isFolded: true,
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
      <SettingsForm of={shownSettings.rules} title="Delivery, returns and limits" groups={RULES} />
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

const drawRemoval = ({ values, revision }: ShownSettings) =>
  values["name"] !== undefined && (
    <CommandButton name="coupon" values={{ none: "on" }} variant="quiet" expected={revision}>
      Remove the coupon
    </CommandButton>
  );
