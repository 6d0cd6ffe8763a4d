import type { ComponentProps, ReactNode } from "react";
import { toChoiceLabel } from "#contract/field-labels.ts";
import { formatRoundRupees, fromRupees, toRupees } from "#contract/money.ts";
import { omitAbsent } from "#contract/read.ts";
import { formatCount, joinFirst, joinTexts } from "#contract/text.ts";
import { shownSettings } from "#shop/catalogue/command-results.ts";
import { writeShippingCharges, writeShippingOffer } from "#shop/policies/sentences.ts";
import { type Coupon, describeCoupon } from "#shop/pricing/coupon.ts";
import { Cards } from "../cards.tsx";
import { ChangeButton } from "../changeable.tsx";
import { CommandButton } from "../command-button.tsx";
import type { FieldGroup } from "../form-groups.tsx";
import { readText, type Values } from "../form-values.ts";
import { Acts, Entries, Entry, Section, Small, ViewState } from "../screen-parts.tsx";
import { SettingsFrame } from "../settings-form.tsx";
import { useQueryValues } from "../router.ts";
import { useCommand, useView } from "../use-view.ts";

interface Setting
  extends Omit<FieldGroup, "isFolded">, Pick<ComponentProps<typeof ChangeButton>, "alternatives" | "needed"> {
  of?: typeof shownSettings.coupon;
  describe: (read: (name: string) => string, values: Values) => ReactNode;
}

const SETTINGS: readonly Setting[] = [
  {
    title: "What shipping costs",
    names: ["shipping", "shipping-fee", "free-shipping-from"],
    isShown: ({ shipping }, name) =>
      name === "shipping" || shipping === "free-from" || (shipping === "fee" && name === "shipping-fee"),
    describe: (_, values) => drawShipping(values),
  },
  {
    title: "Where you deliver",
    names: ["deliver-to", "states"],
    isShown: (values, name) => name === "deliver-to" || values["deliver-to"] === "chosen states",
    describe: (read) =>
      joinFirst(read("states").split("\n"), 4) || toChoiceLabel("deliver-to", read("deliver-to")),
  },
  {
    title: "Cash on delivery",
    names: ["cash-up-to", "cash-only-pins", "cash-not-pins"],
    isShown: (values, name) => name === "cash-up-to" || Boolean(values["cash-up-to"]),
    describe(read) {
      const most = read("cash-up-to");
      const [only, never] = ["cash-only-pins", "cash-not-pins"].map((name) =>
        read(name).split("\n").join(", "),
      );
      if (!most) return "Off";
      const limit = `Up to ${formatRoundRupees(Number(most))}`;
      return joinTexts(", ", limit, only && `only in ${only}`, never && `not in ${never}`);
    },
  },
  {
    title: "Dispatch and delivery times",
    names: ["dispatch-days", "delivery-days", "delivery-days-abroad", "order-before", "workdays"],
    describe: (read) =>
      `Sent within ${read("dispatch-days")} business days, then ${read("delivery-days")} days on the way`,
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
    describe: (read) =>
      [
        `Cancel within ${formatCount(Number(read("cancel-hours")), "hour")}`,
        `return within ${formatCount(Number(read("return-days")), "day")}`,
        read("warranty-years") === "0" ? "no warranty" : `${read("warranty-years")}-year warranty`,
      ].join(", "),
  },
  {
    title: "Order limits",
    names: ["most-products", "most-pieces", "most-unpaid-orders"],
    describe: (read) => `${read("most-products")} different products, ${read("most-pieces")} pieces of each`,
  },
  {
    of: shownSettings.coupon,
    title: "Coupon",
    names: ["name", "amount", "percent", "from"],
    alternatives: { label: "Discount", fields: { "In rupees": ["amount"], "In percent": ["percent"] } },
    needed: ["name", "amount", "percent"],
    describe(read, values) {
      const coupon = readCoupon(values);
      return coupon ? (
        <>
          {read("name")}: {describeCoupon(coupon).replace("this order", "every order")}, without a code.
          Announce it with a <a href="/home?part=offers">special offer</a>.
        </>
      ) : (
        "None"
      );
    },
  },
];

export default function SellingSettingsScreen() {
  const { error, isLoading } = useView(shownSettings.rules);
  return (
    <SettingsFrame
      about="selling"
      title="Selling"
      lead="For new orders. All texts of the shop that mention these rules change too."
    >
      <Section title="Rules and coupon">
        <ViewState {...{ error, isLoading }} />
        <Entries>
          {SETTINGS.map((setting) => (
            <SettingEntry key={setting.title} {...setting} />
          ))}
        </Entries>
      </Section>
      <Section title="Your own couriers">
        <Small>The shop knows the large couriers. Add others here.</Small>
        <Cards noun="couriers" of="courier" />
      </Section>
    </SettingsFrame>
  );
}

function SettingEntry({ of = shownSettings.rules, title, names, isShown, describe, ...form }: Setting) {
  const { data } = useView(of);
  const { options = {}, reads } = useCommand(of.noun) ?? {};
  const { field = "" } = useQueryValues();
  if (!data || reads === true || !names.some((name) => options[name])) return null;
  const { values, revision } = data;
  // The first part of each summary repeats the label of the field.
  const hints = Object.fromEntries(
    Object.entries(options).map(([name, { summary }]) => [name, summary.split("; ")[1] ?? ""]),
  );
  return (
    <Entry>
      <div className="row wrap middle apart gap-2">
        <strong>{title}</strong>
        <Acts>
          <ChangeButton
            variant="quiet"
            {...{ of: title, title, hints, ...form }}
            name={of.noun}
            known={values}
            groups={[{ title: "", names, ...(isShown && { isShown }) }]}
            expectedOf={() => revision}
            below={BELOW}
            isOpened={names.includes(field)}
            isQuiet
          />
          {of.noun === shownSettings.coupon.noun && values["name"] !== undefined && (
            <CommandButton name={of.noun} values={{ none: "on" }} variant="quiet" expected={revision}>
              Remove the coupon
            </CommandButton>
          )}
        </Acts>
      </div>
      <Small>{describe((name) => values[name] ?? "", values)}</Small>
    </Entry>
  );
}

function drawShipping(values: Values): ReactNode {
  const way = readText(values["shipping"]);
  const fee = way === "free" ? 0 : readRupees(values, "shipping-fee");
  const freeFrom = way === "free-from" ? readRupees(values, "free-shipping-from") : undefined;
  if (fee === null || freeFrom === null || (way !== "" && fee === undefined)) return null;
  if (way === "free-from" && freeFrom === undefined) return null;
  const rules = { shippingFee: fee, freeShippingFrom: freeFrom };
  return (
    <>
      {way === "" && (
        <strong>
          Choose what applies, because these two sentences do not agree:
          <br />
        </strong>
      )}
      In the bag: “{writeShippingOffer(rules)}”
      <br />
      Shipping policy: “{writeShippingCharges(rules)}”
    </>
  );
}

function readCoupon(values: Values): Coupon | null {
  const [amount, percent, from] = ["amount", "percent", "from"].map((name) => readRupees(values, name));
  if ([amount, percent, from].includes(null) || (amount ?? percent) === undefined) return null;
  return omitAbsent({ name: readText(values["name"]), amount, percent, from }) as Coupon;
}

const below = (draw: (values: Values) => ReactNode) => (values: Values) => (
  <div role="status">
    <Small>{draw(values)}</Small>
  </div>
);

const BELOW = {
  shipping: below(drawShipping),
  from: below((values) => {
    const coupon = readCoupon(values);
    return coupon && `In the bag: “${coupon.name} ${describeCoupon(coupon)}”`;
  }),
};

/** Returns the entered number of rupees or percent, undefined for an empty field, and null for an error. */
function readRupees(values: Values, name: string): number | null | undefined {
  const text = readText(values[name]).replace(/\s*%$/, "");
  const paise = fromRupees(text);
  return text === "" ? undefined : paise === null ? null : toRupees(paise);
}
