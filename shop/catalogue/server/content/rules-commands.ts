import { toLabel } from "#contract/field-labels.ts";
import { formatRoundRupees, fromRupees, toRupees } from "#contract/money.ts";
import { type Command, requireConfirmation, refuseField } from "#platform/operator/command.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import { listIndianStates } from "#shop/addresses/indian-states.ts";
import { type ChangedRules, STANDARD_RULES } from "#shop/policies/rules.ts";
import { checkRules, formatRulesFile } from "#shop/policies/server/index.ts";
import { declaredRules, type RuleKind, ruleOptionNames } from "#shop/policies/rule-table.ts";
import { weekdays } from "#shop/policies/workdays.ts";
import { getCoupon } from "#shop/pricing/coupon.ts";
import { sellerFile } from "#shop/seller/server/index.ts";
import { toStored, withPart } from "../content-changes.ts";
import { listCashErrors } from "../owner-folder/check-products.ts";
import type { HomeContentFiles } from "../owner-folder/home-content-files.ts";
import {
  changeContent,
  defineContentCommand,
  getFields,
  mergeValues,
  NONE,
  parsePart,
  refuseFaults,
  requireSeller,
  showValues,
  toLines,
  type TypedValues,
} from "./change-content.ts";
import { shownSettings } from "../../command-results.ts";

/** The places listed in the specification, all of India, or chosen states (D117). */
const places = { listed: "listed places", india: "all of India", chosen: "chosen states" } as const;

/** The ways to charge for shipping, with the amounts that they need. The way itself is not stored. */
const shippingWays: Readonly<Record<string, readonly string[]>> = {
  free: [],
  fee: ["shipping-fee"],
  "free-from": ["shipping-fee", "free-shipping-from"],
};

const pins = { many: true, or: [NONE], onlyOwner: true } as const;
const amount = { kind: "amount", or: [NONE], onlyOwner: true } as const;

/** The command option for each kind of rule. */
const kinds: Readonly<Partial<Record<RuleKind, Omit<Command["options"][string], "summary">>>> = {
  amount,
  answer: { choices: ["yes", "no"] },
  count: { kind: "number" },
  fee: { kind: "amount", onlyOwner: true },
  weekdays: { choices: weekdays, many: true },
};

const ruleOptions: Command["options"] = Object.fromEntries(
  declaredRules.map(([, { option, kind, summary }]) => [
    option,
    {
      summary: kind === "days" ? `${summary}, in business days; a number or a range: 2 or 2-3` : summary,
      ...kinds[kind],
    },
  ]),
);

const rulesCommand = defineContentCommand({
  ...shownSettings.rules,
  part: ({ rules }) => toValues(rules),
  summary:
    "Shows or changes the rules of the shop: delivery, fees, cash on delivery, cancellation, returns and limits.",
  args: [],
  options: {
    "deliver-to": {
      summary: "where you deliver; the listed places are the cities of four states in the checkout",
      choices: Object.values(places),
    },
    states: {
      summary: "the states that you deliver to, if you deliver to chosen states",
      choices: listIndianStates(undefined),
      many: true,
      or: [NONE],
    },
    shipping: {
      summary: "how you charge for shipping: never, a fee on each order, or a fee below an amount",
      choices: Object.keys(shippingWays),
      onlyOwner: true,
    },
    ...ruleOptions,
    "cash-up-to": {
      summary: "the largest cash-on-delivery order in rupees; without an amount, cash on delivery is off",
      or: [NONE],
      onlyOwner: true,
    },
    "cash-only-pins": {
      summary: "cash on delivery only in these PIN codes; enter PIN codes or their first digits",
      ...pins,
    },
    "cash-not-pins": {
      summary: "no cash on delivery in these PIN codes; enter PIN codes or their first digits",
      ...pins,
    },
  },
  examples: [
    "rules --shipping free",
    "rules --shipping free-from --shipping-fee 80 --free-shipping-from 2000",
    'rules --deliver-to "chosen states" --states Gujarat Maharashtra',
    "rules --cash-up-to 5000",
  ],
  show: (_context, { rules }) => showValues(toValues(rules), {}),
  change: (context, { options, confirmed }) =>
    changeContent(context, (content) => {
      const values = mergeValues(toValues(content.rules), readShipping(options));
      refuseWithoutEffect(values, options);
      const rules = parseRules(values, content);
      const { shippingFee, freeShippingFrom } = rules;
      const isCleared = content.rules?.freeShippingFrom !== undefined && freeShippingFrom === undefined;
      if (isCleared && shippingFee && options["shipping"] === undefined)
        requireConfirmation(
          { confirmed },
          `Every order then pays ${formatRoundRupees(shippingFee)} + GST for shipping. Save this?`,
        );
      return withPart(content, "rules", rules);
    }),
});

function toValues(ownRules: ChangedRules = {}): TypedValues {
  const formatted = formatRulesFile({ ...STANDARD_RULES, ...ownRules }) as Readonly<
    Record<string, Parameters<typeof toText>[0]>
  >;
  const { deliverTo, cashOnDelivery: cash, shippingFee, freeShippingFrom } = ownRules;
  const paidWay = freeShippingFrom === undefined ? "fee" : "free-from";
  return {
    ...Object.fromEntries(declaredRules.map(([name, { option }]) => [option, toText(formatted[name])])),
    "deliver-to":
      deliverTo === undefined ? places.listed : deliverTo === "India" ? places.india : places.chosen,
    shipping: shippingFee === undefined ? undefined : shippingFee === 0 ? "free" : paidWay,
    states: Array.isArray(deliverTo) ? deliverTo.join("\n") : undefined,
    "cash-up-to": cash?.upTo?.toString(),
    "cash-only-pins": cash?.onlyPins?.join("\n"),
    "cash-not-pins": cash?.notPins?.join("\n"),
  };
}

function toText(value: string | number | boolean | string[] | undefined): string | undefined {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join("\n") : value?.toString();
}

/** Adds the amounts of the chosen way to charge. Free shipping is a fee of 0: no fee means the text of D9. */
function readShipping({ shipping, ...options }: TypedValues): TypedValues {
  if (shipping === "free") return { ...options, shipping, "shipping-fee": "0" };
  return { ...(shipping === "fee" && { "free-shipping-from": NONE }), ...options, shipping };
}

/** Maps a rule to the rule that it needs. Without the second rule, the first has no effect and is not stored. */
const neededRules: Readonly<Record<string, string>> = {
  "free-shipping-from": "shipping-fee",
  "cash-only-pins": "cash-up-to",
  "cash-not-pins": "cash-up-to",
};

function refuseWithoutEffect(values: TypedValues, entered: TypedValues): void {
  for (const [name, needed] of Object.entries(neededRules))
    if (entered[name] !== undefined && values[name] !== undefined && isOff(values[needed]))
      throw refuseField(needed, `Enter an amount, or clear “${toLabel(name)}”.`);
  const missing = shippingWays[entered["shipping"] ?? "free"]?.find((name) => isOff(values[name]));
  if (missing !== undefined) throw refuseField(missing, "Enter an amount, or choose another way to charge.");
  if (entered["states"] !== undefined && values["deliver-to"] !== places.chosen)
    throw refuseField("deliver-to", `To deliver to some states only, choose: ${places.chosen}.`);
}

/** Returns the amount in rupees. A text that is not an amount is returned unchanged, and the validation refuses it. */
function readRupees(text: string): number | string {
  const paise = fromRupees(text);
  return paise === null ? text : toRupees(paise);
}

const isOff = (amount: string | undefined): boolean => amount === undefined || fromRupees(amount) === 0;

function parseRules(values: TypedValues, { seller }: HomeContentFiles): ChangedRules {
  const errors: FileError[] = [];
  const checked = checkRules(toStored(toFile(values)), errors);
  errors.push(...listCashErrors({ seller, rules: checked }));
  refuseFaults(errors, ruleOptionNames);
  return checked;
}

function toFile(values: TypedValues): object {
  const cashLimit = values["cash-up-to"];
  const fee = values["shipping-fee"];
  return {
    ...Object.fromEntries(
      declaredRules.map(([name, { option, kind }]) => [
        name,
        kind === "weekdays" ? toLines(values[option]) : values[option],
      ]),
    ),
    // If the fee is removed, the minimum amount for free shipping has no meaning and is removed too.
    ...(isOff(fee) && { freeShippingFrom: undefined }),
    deliverTo: {
      [places.listed]: undefined,
      [places.india]: "India",
      [places.chosen]: toLines(values["states"]) ?? [],
    }[values["deliver-to"] ?? places.listed],
    ...(cashLimit !== undefined && {
      cashOnDelivery: {
        upTo: readRupees(cashLimit),
        onlyPins: toLines(values["cash-only-pins"]),
        notPins: toLines(values["cash-not-pins"]),
      },
    }),
  };
}

const couponNames = {
  coupon: "amount",
  "coupon.name": "name",
  "coupon.amount": "amount",
  "coupon.percent": "percent",
  "coupon.from": "from",
};

const couponCommand = defineContentCommand({
  ...shownSettings.coupon,
  part: toCouponValues,
  onlyOwner: "changes",
  summary:
    "Shows or changes the coupon. Its discount applies automatically to every order from a chosen amount.",
  args: [],
  options: {
    name: { summary: "the label of the coupon in the bag, such as #DIWALI" },
    amount: { summary: "the discount in rupees", kind: "amount", or: [NONE] },
    percent: { summary: "the discount in percent, instead of an amount", or: [NONE] },
    from: { summary: "the coupon applies to orders from this amount in rupees", kind: "amount", or: [NONE] },
    none: { summary: "remove the coupon; new orders get no coupon", flag: true },
  },
  examples: ["coupon --name #DIWALI --amount 150 --from 1000", "coupon --percent 10", "coupon --none --yes"],
  show: (_context, content) => showValues(toCouponValues(content), {}),
  async change(context, input) {
    const { none, ...options } = input.options;
    if (none !== undefined) {
      refuseOthers(input, "none");
      requireConfirmation(input, "Remove the coupon?");
      return changeContent(context, (content) => setOwnCoupon(content, null));
    }
    return changeContent(context, (content) => {
      // A new amount replaces a percentage, and the other way round.
      const [hasAmount, hasPercent] = [options["amount"], options["percent"]].map(
        (each = NONE) => each !== NONE,
      );
      const { name, amount, percent, from } = mergeValues(toCouponValues(content), {
        ...options,
        ...(hasAmount && !hasPercent && { percent: NONE }),
        ...(hasPercent && !hasAmount && { amount: NONE }),
      });
      return setOwnCoupon(content, { name, amount, percent: percent?.replace(/\s*%$/, ""), from });
    });
  },
});

export const ruleCommands: Command[] = [rulesCommand, couponCommand];

function setOwnCoupon(content: HomeContentFiles, coupon: object | null): HomeContentFiles {
  const seller = requireSeller(content);
  return { ...content, seller: parsePart(sellerFile, { ...seller, coupon }, couponNames, seller) };
}

function toCouponValues({ seller }: HomeContentFiles): TypedValues {
  return getFields({ coupon: getCoupon({ coupon: seller?.coupon }) }, couponNames);
}
