import { formatCount } from "#contract/text.ts";
import { CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { StorageFailure } from "#platform/storage/object-storage.ts";
import { storeOriginals, storeUploads } from "#shop/media/server/index.ts";
import { listShownOriginals } from "./shown-pictures.ts";

export const pushPictures = defineCommand({
  noun: "pictures",
  verb: "push",
  summary: "Bring the pictures and videos of this machine into the storage, as far as they are not there.",
  args: [],
  options: { verify: { summary: "read what is there too, and replace what is damaged", flag: true } },
  examples: ["pictures push", "pictures push --verify"],
  async run(context, { options }, progress) {
    const { catalogueDir, pictureStorage } = context.config;
    if (!pictureStorage)
      throw new CommandRefused(
        "No storage is set up: the pictures stay in this machine's folder. See PICTURES_STORAGE in .env.example.",
      );
    const how = { ...(progress && { onProgress: progress }) };
    try {
      const originals = await listShownOriginals(context);
      const verify = options["verify"] !== undefined;
      const goods = await storeOriginals(context, catalogueDir, originals, { ...how, verify });
      const uploads = await storeUploads(context, how);
      const facts = {
        storage: pictureStorage.name,
        stored: goods.stored.length + uploads.stored.length,
        "there before": goods.there + uploads.there,
        missing: goods.missing.length,
      };
      return {
        facts,
        data: { ...facts, missing: goods.missing },
        ...describeMissing(goods.missing, catalogueDir),
      };
    } catch (cause) {
      throw cause instanceof StorageFailure ? new CommandRefused(cause.message) : cause;
    }
  },
});

const describeMissing = (missing: readonly string[], folder: string) =>
  missing.length > 0 && {
    message: `${formatCount(missing.length, "file")} not in ${folder} as imported: ${missing.slice(0, 10).join(", ")}${missing.length > 10 ? ", …" : ""}. Put them there and import, or push from the machine that has them.`,
    attention: true as const,
  };
