import type { StorageSettings } from "./storage-settings.ts";

/** The storage did not do what was asked; the message is for the shop's owner. */
export class StorageFailure extends Error {
  override readonly name = "StorageFailure";
}

/** Another attempt would be answered alike, or there is no time for it. */
export class RefusedForGood extends StorageFailure {}

/** What is said of an answer that is none of those hoped for. */
export function describeAnswer(
  { name, keys }: StorageSettings,
  status: number,
  code: string,
): StorageFailure {
  const said = `${status}${code && ` ${code}`}`;
  if (status === 429 || status >= 500)
    return new StorageFailure(`The storage ${name} is in trouble (${said}).`);
  if (status === 404) return new RefusedForGood(`There is no bucket for ${name} (${said}). Create it first.`);
  if (status < 400)
    return new RefusedForGood(
      `The storage ${name} is not in the region ${keys.region} (${said}). Is PICTURES_STORAGE_REGION right?`,
    );
  return new RefusedForGood(
    `The storage ${name} refuses (${said}). Are its two keys right, may they list, read and write there, and does the clock of this machine go right?`,
  );
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** What stands in the first such element of an XML text. */
export const readElement = (xml: string, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`)
    .exec(xml)?.[1]
    ?.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => ENTITIES[entity] ?? "");
