import type { Paise } from "./money.ts";

/** Splits an amount by weights. The parts add up, and each differs from its share by less than a paisa. */
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

/** Returns `paise` × part ÷ total, rounded half up. The product can exceed a safe integer. */
export function calculateShare(paise: Paise, part: number, total: number): Paise {
  if (part === total) return paise;
  const [divisor, product] = [BigInt(total), BigInt(paise) * BigInt(part)];
  return Number((2n * product + divisor) / (2n * divisor));
}
