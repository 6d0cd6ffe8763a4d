/** `up to 50% off` */
const CLAIM = /\s*\bup to (\d+)% off\b/i;

/** The title of an offer that claims no more than the highest discount there is, and nothing where nothing is reduced. */
export function limitClaim(title: string, highest: number): string {
  const claimed = Number(CLAIM.exec(title)?.[1] ?? 0);
  if (claimed <= highest) return title;
  return title.replace(CLAIM, highest > 0 ? ` up to ${highest}% off` : "").trim();
}
