import { RESET_CODE_DIGITS } from "../password-reset.ts";

/** Computed, not stored: neither the database nor its backup nor the outbox holds anything to guess a code from. */
export const getCodeText = (resetId: string): string => `password-reset:${resetId}`;

export const getKeyText = (resetId: string): string => `password-reset-link:${resetId}`;

export const toResetCode = (seal: Buffer): string =>
  String(seal.readUIntBE(0, 6) % 10 ** RESET_CODE_DIGITS).padStart(RESET_CODE_DIGITS, "0");

export const toResetKey = (seal: Buffer): string => seal.toString("base64url");
