import * as v from "valibot";
import { isOrigin, optionalText, refuse } from "../config/setting.ts";

/** The settings of an S3-compatible bucket for files that several machines share. */
export type StorageSettings = NonNullable<v.InferOutput<typeof storageSettings>["pictureStorage"]>;

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)\/?$/;

/** A key of the object storage. Error messages do not contain it, because it may be the secret key. */
const key = (example: string) =>
  optionalText(
    /^\S{3,200}$/,
    `the value is not an access key of the picture storage. Write for example NAME=${example}`,
  );

const refuseWithout = <Given extends Record<string, string | undefined>>(
  name: "PICTURES_STORAGE_KEY_ID" | "PICTURES_STORAGE_SECRET_KEY",
) =>
  refuse<Given>(
    name,
    [name],
    (value) => value["PICTURES_STORAGE"] !== undefined && value[name] === undefined,
    "PICTURES_STORAGE needs a key id and a secret key. Write for example NAME=<as the storage shows it>",
  );

export const storageSettings = v.pipe(
  v.object({
    PICTURES_STORAGE: optionalText(
      BUCKET,
      "the value contains no bucket. Write for example PICTURES_STORAGE=s3://taruva-pictures/shop, or leave it out.",
    ),
    PICTURES_STORAGE_ENDPOINT: optionalText(
      isOrigin,
      "the value is not the http(s) address of a server without a path. Write for example PICTURES_STORAGE_ENDPOINT=https://storage.example, or leave it out to use Amazon S3.",
    ),
    PICTURES_STORAGE_REGION: optionalText(
      /^[a-z0-9-]{2,40}$/,
      ({ input }) => `"${input}" is not a region. Write for example PICTURES_STORAGE_REGION=ap-south-1`,
    ),
    PICTURES_STORAGE_KEY_ID: key("AKIAIOSFODNN7EXAMPLE"),
    PICTURES_STORAGE_SECRET_KEY: key("<as the storage shows it once>"),
  }),
  refuseWithout("PICTURES_STORAGE_KEY_ID"),
  refuseWithout("PICTURES_STORAGE_SECRET_KEY"),
  v.transform((value) => {
    const { PICTURES_STORAGE_KEY_ID: keyId, PICTURES_STORAGE_SECRET_KEY: secretKey } = value;
    const { PICTURES_STORAGE_ENDPOINT: endpoint, PICTURES_STORAGE_REGION: region = "us-east-1" } = value;
    const [, bucket = "", path = ""] = BUCKET.exec(value.PICTURES_STORAGE ?? "") ?? [];
    const isSetUp = bucket !== "" && keyId !== undefined && secretKey !== undefined;
    const bucketUrl = endpoint
      ? `${new URL(endpoint).origin}/${bucket}`
      : `https://${bucket}.s3.${region}.amazonaws.com`;
    return {
      pictureStorage: isSetUp
        ? {
            name: `s3://${bucket}${path}`,
            bucketUrl,
            /** The prefix of all keys: empty, or with a slash at the end. */
            prefix: path === "" ? "" : `${path.slice(1)}/`,
            keys: { keyId, secretKey, region },
          }
        : null,
    };
  }),
);
