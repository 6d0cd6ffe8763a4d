/** The limits are in rupees with GST, because the shop shows prices with GST first (D106). */
interface PriceRange {
  from: number;
  upTo: number;
}

export interface PriceTerms {
  prices: PriceRange | null;
  isCheapestFirst: boolean;
}

export const readPriceTerms = (searched: string): PriceTerms => ({
  prices: readPrices(searched),
  isCheapestFirst: /\b(?:cheap|cheapest|sast[aei]|affordable|low(?:est)? (?:price|cost))\b/.test(searched),
});

/** Returns lengths as words such as `12in`, from `12 inch`, `30cm` or `12x8`. The default unit is the inch. */
export function readLengths(searched: string): string[] {
  const measures = searched.matchAll(/(\d{1,3})(?: (\d))? ?(inch(?:es)?|in|cm)\b/g);
  const sides = searched.matchAll(/\b(\d{1,2}) ?x ?(\d{1,2})(?: ?(cm))?\b/g);
  return [
    ...Array.from(measures, ([, whole, tenths = "0", unit]) => {
      return `${Math.round(Number(`${whole}.${tenths}`))}${unit === "cm" ? "cm" : "in"}`;
    }),
    ...Array.from(sides, ([, length, breadth, unit = "in"]) => [
      `${length}${unit}`,
      `${breadth}${unit}`,
    ]).flat(),
  ];
}

function readPrices(searched: string): PriceRange | null {
  for (const [pattern, toRange] of pricePatterns) {
    const [, first, second] = pattern.exec(searched) ?? [];
    if (first !== undefined) return toRange(toRupees(first), toRupees(second ?? first));
  }
  return null;
}

/** An amount of three to six digits or in thousands, such as `2k`, unless a unit of length, weight or count follows. */
const AMOUNT = String.raw`(?:(?:rs|inr|rupees) ?)?((?:\d{1,3}|ek|do|teen|char|paa?nch) ?(?:k|hazaa?r|hajar|thousand)|\d{3,6})(?: rs| rupees| rupaye?)?\b(?! (?:inch|inches|cm|mm|kg|g|gm|grams?|ml|pieces?|pcs)\b)`;

const pricePatterns: readonly [RegExp, toRange: (first: number, second: number) => PriceRange][] = [
  [
    new RegExp(`${AMOUNT} (?:to |and |se )?${AMOUNT}`),
    (one, other) => ({ from: Math.min(one, other), upTo: Math.max(one, other) }),
  ],
  [
    new RegExp(`(?:under|below|within|upto|up to|less than|max|maximum|budget|budget of) ${AMOUNT}`),
    (upTo) => ({ from: 0, upTo }),
  ],
  [
    new RegExp(`${AMOUNT} (?:tak|(?:se|ke) (?:kam|andar|neeche|niche|under)|or less)\\b`),
    (upTo) => ({ from: 0, upTo }),
  ],
  [new RegExp(`(?:around|approx|nearly|lagbhag) ${AMOUNT}`), toRangeAround],
  // Matches a search that is only an amount, such as `₹999`. Six digits are more likely a PIN.
  [new RegExp(String.raw`^(?!\d{6}$)${AMOUNT}$`), toRangeAround],
  [new RegExp(`(?:above|over|more than|minimum|min) ${AMOUNT}`), (from) => ({ from, upTo: Infinity })],
  [new RegExp(`${AMOUNT} (?:se (?:zyada|jyada|upar)|or more)\\b`), (from) => ({ from, upTo: Infinity })],
];

function toRangeAround(amount: number): PriceRange {
  return { from: amount * 0.8, upTo: amount * 1.2 };
}

function toRupees(amount: string): number {
  const hindi = HINDI_NUMBERS.findIndex((number) => amount.replace("aa", "a").startsWith(number)) + 1;
  return (hindi || Number.parseInt(amount, 10)) * (/\D/.test(amount) ? 1_000 : 1);
}

const HINDI_NUMBERS = ["ek", "do", "teen", "char", "panch"];
