import type { Paise } from "#contract/money.ts";

const ONES =
  "Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen".split(
    " ",
  );
const TENS = " Ten Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split(" ");

const GROUPS = [
  [10_000_000, "Crore"],
  [100_000, "Lakh"],
  [1_000, "Thousand"],
  [100, "Hundred"],
] as const;

/** Returns for example `Rupees One Lakh and Fifty Paise Only` for 1_00_000_50 paise. */
export function formatAmountInWords(paise: Paise): string {
  const [rupees, remainingPaise] = [Math.floor(paise / 100), paise % 100];
  return `Rupees ${formatNumber(rupees)}${remainingPaise > 0 ? ` and ${formatNumber(remainingPaise)} Paise` : ""} Only`;
}

function formatNumber(count: number): string {
  for (const [size, name] of GROUPS) {
    if (count < size) continue;
    const remainder = count % size;
    return `${formatNumber(Math.floor(count / size))} ${name}${remainder > 0 ? ` ${formatNumber(remainder)}` : ""}`;
  }
  const [ten, ones] = [TENS[Math.floor(count / 10)] ?? "", ONES[count % 10] ?? ""];
  if (count < 20) return ONES[count] ?? "";
  return count % 10 === 0 ? ten : `${ten}-${ones}`;
}
