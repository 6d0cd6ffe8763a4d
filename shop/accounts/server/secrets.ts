import { createHash, randomBytes } from "node:crypto";

/** An opaque secret of 256 random bits. */
export const generateSecret = (): string => randomBytes(32).toString("base64url");

/** Hash of a secret, for the database. No salt: 256 random bits cannot be guessed from it. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");
