import bowser from "bowser";

/** Of the header; longer ones are made up. */
const MOST = 500;

/** A program no one knows is named after the header's own words: only what looks like a name. */
const NAME = /^[\w .]{1,40}$/;

/**
 * A browser and its system as their owner calls them: `Chrome on Android`. Null when the header names neither.
 * Only these words are stored, not the header.
 */
export function nameDevice(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = bowser.parse(userAgent.slice(0, MOST));
  const program = browser.name?.replace(/ for Android$/, "");
  const system = os.name === "iOS" ? (platform.model ?? "iPhone") : os.name;
  const [known, on] = [program, system].map((name) => (name && NAME.test(name) ? name : null));
  return known && on ? `${known} on ${on}` : (known ?? on ?? null);
}
