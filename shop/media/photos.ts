import * as v from "valibot";

export const PHOTOS_MAX = 3;

/** Maximum size of a customer's photograph in bytes. The form shrinks a larger photograph before the upload. */
export const PHOTO_BYTES_MAX = 300_000;

const BASE64_MAX = Math.ceil(PHOTO_BYTES_MAX / 3) * 4;

export const PHOTOS_BODY_MAX = PHOTOS_MAX * BASE64_MAX + 64 * 1024;

export const photoMessages = {
  missing: "This photo does not exist any more.",
  unreadable: "One of your photos could not be read. Please choose a JPEG, PNG or WebP.",
  tooMany: `Please choose up to ${PHOTOS_MAX} photos.`,
} as const;

export const newPhoto = v.pipe(
  v.string(),
  v.startsWith("data:image/"),
  v.regex(/;base64,[A-Za-z0-9+/]+={0,2}$/),
  v.maxLength(BASE64_MAX + "data:image/jpeg;base64,".length),
);
