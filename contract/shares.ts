import type { Paise } from "./money.ts";

/** Splits an amount in proportion to the weights. The parts are whole paise, and their sum is the amount. */
export function distribute(amount: Paise, weights: readonly number[]): Paise[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  let [weighed, value] = [0, 0];
  return weights.map((weight) => {
    weighed += weight;
    const part = calculateShare(amount, weighed, totalWeight) - value;
    value += part;
    return part;
  });
}

/** Returns `paise` × part ÷ total, rounded half up. Uses BigInt, because the product can exceed a safe integer. */
export function calculateShare(paise: Paise, part: number, total: number): Paise {
  if (part === total) return paise;
  const [divisor, product] = [BigInt(total), BigInt(paise) * BigInt(part)];
  return Number((2n * product + divisor) / (2n * divisor));
}
