import { formatCount } from "#contract/text.ts";
import { CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { StorageFailure } from "#platform/storage/object-storage.ts";
import { storeOriginals, storeUploads } from "#shop/media/server/index.ts";
import { listShownOriginals } from "./shown-pictures.ts";

export const pushPicturesCommand = defineCommand({
  noun: "pictures",
  verb: "push",
  summary: "Uploads the pictures and videos of this machine to the storage, unless they are there already.",
  args: [],
  options: { verify: { summary: "also read the stored files, and replace damaged ones", flag: true } },
  examples: ["pictures push", "pictures push --verify"],
  async run(context, { options }, progress) {
    const { catalogueDir, pictureStorage } = context.config;
    if (!pictureStorage)
      throw new CommandRefused(
        "No storage is set up, so the pictures stay in the folder of this machine. See PICTURES_STORAGE in .env.example.",
      );
    const storeOptions = { ...(progress && { onProgress: progress }) };
    try {
      const originals = await listShownOriginals(context);
      const isVerifying = options["verify"] !== undefined;
      const productPictures = await storeOriginals(context, catalogueDir, originals, {
        ...storeOptions,
        verify: isVerifying,
      });
      const uploads = await storeUploads(context, storeOptions);
      const data = {
        storage: pictureStorage.name,
        stored: productPictures.stored.length + uploads.stored.length,
        "already stored": productPictures.there + uploads.there,
        missing: productPictures.missing.length,
      };
      return {
        facts: data,
        data: { ...data, missing: productPictures.missing },
        ...describeMissing(productPictures.missing, catalogueDir),
      };
    } catch (cause) {
      throw cause instanceof StorageFailure ? new CommandRefused(cause.message) : cause;
    }
  },
});

const describeMissing = (missing: readonly string[], folder: string) =>
  missing.length > 0 && {
    message: `${formatCount(missing.length, "file")} missing in ${folder}, or changed since the import: ${missing.slice(0, 10).join(", ")}${missing.length > 10 ? ", …" : ""}. Put them into the folder and import again, or upload them from the machine that has them.`,
    attention: true as const,
  };
